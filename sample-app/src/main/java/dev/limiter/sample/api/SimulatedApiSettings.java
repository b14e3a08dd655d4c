package dev.limiter.sample.api;

import dev.limiter.spring.test.RetryAfterForm;
import dev.limiter.spring.test.ServerQuota;
import org.jspecify.annotations.Nullable;

/**
 * How the simulated API behaves.
 *
 * @param quota what it allows, and how it counts
 * @param retryAfter the form of its {@code Retry-After}
 * @param pause a pause that it demands on the way, or none
 * @param otherClient somebody else who spends the same quota, or nobody
 * @param silence requests that it never answers, or none
 * @param port where it listens on 127.0.0.1; 0 lets the system choose
 */
public record SimulatedApiSettings(
        ServerQuota quota,
        RetryAfterForm retryAfter,
        @Nullable PauseRule pause,
        @Nullable OtherClient otherClient,
        @Nullable SilenceRule silence,
        int port) {

    public SimulatedApiSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("The port must be from 0 to 65535, not " + port);
        }
    }

    /** Delay-seconds, no pause, nobody else, an answer to everything, and a port that the system chooses. */
    public static SimulatedApiSettings of(ServerQuota quota) {
        return new SimulatedApiSettings(quota, RetryAfterForm.DELAY_SECONDS, null, null, null, 0);
    }

    public SimulatedApiSettings withRetryAfter(RetryAfterForm form) {
        return new SimulatedApiSettings(quota, form, pause, otherClient, silence, port);
    }

    public SimulatedApiSettings withPause(PauseRule rule) {
        return new SimulatedApiSettings(quota, retryAfter, rule, otherClient, silence, port);
    }

    public SimulatedApiSettings withOtherClient(OtherClient client) {
        return new SimulatedApiSettings(quota, retryAfter, pause, client, silence, port);
    }

    public SimulatedApiSettings withSilence(SilenceRule rule) {
        return new SimulatedApiSettings(quota, retryAfter, pause, otherClient, rule, port);
    }

    public SimulatedApiSettings withPort(int number) {
        return new SimulatedApiSettings(quota, retryAfter, pause, otherClient, silence, number);
    }
}
