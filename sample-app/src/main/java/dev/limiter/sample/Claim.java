package dev.limiter.sample;

/**
 * Something that the sample shows, and whether it did.
 *
 * @param text what should be so
 * @param held whether it is
 * @param seen what was seen
 */
record Claim(String text, boolean held, String seen) {

    /** That a count is what it should be. */
    static Claim equal(String text, long expected, long seen) {
        return new Claim(text, expected == seen, Long.toString(seen));
    }
}
