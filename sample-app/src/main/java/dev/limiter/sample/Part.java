package dev.limiter.sample;

import java.util.List;

/**
 * A part of the demonstration, when it is over.
 *
 * @param letter what it is called
 * @param runs what was measured
 * @param notes what the table has no column for
 * @param claims what it shows
 */
record Part(String letter, List<Run> runs, List<String> notes, List<Claim> claims) {

    boolean held() {
        return this.claims.stream().allMatch(Claim::held);
    }
}
