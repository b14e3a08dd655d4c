package dev.limiter.sample.worker;

/** Where teams come from: all of them run in the same way. */
public interface Teams {

    /** Each worker counts for itself: one process on its own, as many times as there are workers. */
    Team separate(int size, Terms terms);

    /** All workers count together. */
    Team shared(int size, Terms terms);

    /** What such a worker is called, with an s. */
    String workers();

    /** Workers that are applications in this process; a store in its memory is what they share. */
    static Teams inThisProcess() {
        return new LocalTeams();
    }
}
