package dev.limiter.sample.process;

import dev.limiter.sample.worker.Send;
import dev.limiter.sample.worker.SendListener;
import java.time.Instant;
import java.util.function.Consumer;

/** Tells of permits and sends, once it is told to. */
final class Watch implements SendListener {

    private final Consumer<Message> messages;
    private volatile boolean begun;

    Watch(Consumer<Message> messages) {
        this.messages = messages;
    }

    void begin() {
        this.begun = true;
    }

    @Override
    public void sent(Send send) {
        if (this.begun) {
            this.messages.accept(Message.of(Message.Kind.SENT, send.at(), Integer.toString(send.status())));
        }
    }

    @Override
    public void granted(Instant at) {
        if (this.begun) {
            this.messages.accept(Message.of(Message.Kind.GRANTED, at, ""));
        }
    }
}
