package dev.limiter.bucket;

import java.util.List;

/**
 * One bucket in the memory of a process, which takes time as an argument. Nobody shares it, nothing pauses it. Not safe
 * for use by several threads at once.
 */
public final class LocalBucket {

    private final Bucket bucket;

    private final BucketState state;

    /** A bucket with its contour's starting balance at this instant, which may be yet to come. */
    public LocalBucket(Bucket bucket, long now) {
        this.bucket = bucket;
        this.state = new BucketState(bucket, now, Pause.NONE, 0);
    }

    /** As {@link BucketStore#book}; the slots are {@linkplain Slot#OF_NO_STORE of no store}. */
    public Reply book(Ask ask, long now) {
        Reply reply = this.state.book(this.bucket, ask, now, Pause.NONE);
        List<Answer> answers =
                reply.answers().stream().map(LocalBucket::withoutSerial).toList();
        return new Reply(answers, reply.pause(), reply.contourPause(), reply.fullAt());
    }

    private static Answer withoutSerial(Answer answer) {
        return (answer instanceof Slot slot) ? new Slot(slot.at(), slot.cost(), Slot.OF_NO_STORE) : answer;
    }
}
