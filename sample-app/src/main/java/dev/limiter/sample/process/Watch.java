package dev.limiter.sample.process;

import dev.limiter.sample.worker.Send;
import dev.limiter.sample.worker.SendListener;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells of permits and sends, and measures how late this process is, once it is told to. */
final class Watch implements SendListener {

    private final Consumer<Message> messages;
    private volatile @Nullable Metronome metronome;

    Watch(Consumer<Message> messages) {
        this.messages = messages;
    }

    void begin() {
        this.metronome = Metronome.start();
    }

    /** At worst, since this was last asked. */
    Duration lateness() {
        Metronome running = this.metronome;
        return (running == null) ? Duration.ZERO : running.worst();
    }

    @Override
    public void sent(Send send) {
        if (this.metronome != null) {
            this.messages.accept(Message.of(Message.Kind.SENT, send.at(), Integer.toString(send.status())));
        }
    }

    @Override
    public void granted(Instant at) {
        if (this.metronome != null) {
            this.messages.accept(Message.of(Message.Kind.GRANTED, at, ""));
        }
    }
}
