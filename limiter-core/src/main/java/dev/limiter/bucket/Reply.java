package dev.limiter.bucket;

import java.util.List;

/**
 * A store's reply to an {@link Ask}.
 *
 * @param answers one for each entry that was looked at, in order; may be fewer than were asked for
 * @param pause the bucket's latest pause; the slots of this reply were booked under it
 * @param contourPause the latest pause of all buckets of the contour, likewise
 * @param fullAt the state after the call, one for each limit, from which a waiter's earliest time can be estimated
 */
public record Reply(List<Answer> answers, Pause pause, Pause contourPause, List<FullAt> fullAt) {

    public Reply {
        answers = List.copyOf(answers);
        fullAt = List.copyOf(fullAt);
    }
}
