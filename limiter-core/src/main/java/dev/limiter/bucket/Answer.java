package dev.limiter.bucket;

/** What became of one entry of an {@link Ask}. */
public sealed interface Answer permits Slot, Answer.Late {

    /**
     * Nothing was charged: the slot would have come too late.
     *
     * @param earliest when it would have come
     */
    record Late(long earliest) implements Answer {}
}
