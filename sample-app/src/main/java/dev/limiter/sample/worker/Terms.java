package dev.limiter.sample.worker;

import java.util.Map;

/**
 * What the workers of a team have in common.
 *
 * @param destination where they deposit
 * @param profile which part of {@code application.yml} holds their contour
 * @param properties values for that part's placeholders
 * @param sendListener is told of each request that was sent
 */
public record Terms(
        Destination destination, String profile, Map<String, Object> properties, SendListener sendListener) {

    /** Terms without placeholders and without a listener. */
    public static Terms of(Destination destination, String profile) {
        return new Terms(destination, profile, Map.of(), SendListener.NONE);
    }
}
