package dev.limiter.gate;

import org.jspecify.annotations.Nullable;

/** What is decided about a gate, under its lock; what is to be done then goes into the effects. */
@FunctionalInterface
interface Decision<T extends @Nullable Object> {

    T decide(long now, Effects effects);

    /** One that answers nothing. */
    @FunctionalInterface
    interface Action {

        void act(long now, Effects effects);

        default Decision<Boolean> asDecision() {
            return (now, effects) -> {
                act(now, effects);
                return true;
            };
        }
    }
}
