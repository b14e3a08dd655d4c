package dev.limiter.gate;

import dev.limiter.bucket.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Carries a gate's questions to the store, and the answers back. Outside the gate's lock. */
final class AskLoop {

    private final Gate gate;

    private final GuardedStore store;

    AskLoop(Gate gate, GuardedStore store) {
        this.gate = gate;
        this.store = store;
    }

    /** Asks the store, and again as long as it answers at once and there is more to ask. */
    void run(Effects.@Nullable Call first, @Nullable Waiter own) {
        Effects.Call ask = first;
        while (ask != null) {
            CompletableFuture<Reply> reply = this.store.book(ask.bucket(), ask.ask());
            CompletionStage<Reply> stage = reply;
            if (!reply.isDone()) {
                stage.whenComplete((answer, failure) -> run(this.gate.receive(answer, failure, null), null));
                this.gate.callIsOnItsWay();
                return;
            }
            ask = reply.handle((answer, failure) -> this.gate.receive(answer, failure, own))
                    .join();
        }
    }
}
