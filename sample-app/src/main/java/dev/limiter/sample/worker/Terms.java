package dev.limiter.sample.worker;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the workers of a team have in common.
 *
 * @param destination where they deposit
 * @param profile which part of {@code application.yml} holds their contour
 * @param properties what they have instead of, or besides, what stands there
 * @param sendListener is told of each request that was sent, where the workers are in this process
 */
public record Terms(
        Destination destination, String profile, Map<String, String> properties, SendListener sendListener) {

    /** Terms without properties of their own and without a listener. */
    public static Terms of(Destination destination, String profile) {
        return new Terms(destination, profile, Map.of(), SendListener.NONE);
    }

    /** These terms, with a property more, or another value of it. */
    public Terms with(String property, String value) {
        Map<String, String> all = new TreeMap<>(this.properties);
        all.put(property, value);
        return new Terms(this.destination, this.profile, all, this.sendListener);
    }

    /** The properties as a command line has them: there they go before all others. */
    public String[] arguments() {
        return this.properties.entrySet().stream()
                .map(property -> "--" + property.getKey() + "=" + property.getValue())
                .sorted()
                .toArray(String[]::new);
    }
}
