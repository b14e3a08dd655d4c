package dev.limiter.operation;

import dev.limiter.OperationState;

/**
 * What a store answers to a claim.
 *
 * @param claimed whether the operation is the asker's now
 * @param state its own claim, or what it was denied for; never {@link OperationState.Unclaimed}
 */
public record ClaimAnswer(boolean claimed, OperationState state) {

    public ClaimAnswer {
        boolean possible = claimed ? state instanceof OperationState.InFlight : !isUnclaimed(state);
        if (!possible) {
            throw new IllegalArgumentException("claimed: %s, but it is %s".formatted(claimed, state));
        }
    }

    private static boolean isUnclaimed(OperationState state) {
        return state instanceof OperationState.Unclaimed;
    }
}
