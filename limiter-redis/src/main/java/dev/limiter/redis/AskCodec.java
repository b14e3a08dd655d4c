package dev.limiter.redis;

import dev.limiter.Refusal;
import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.FullAt;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import java.util.ArrayList;
import java.util.List;

/** What the verbs {@code book} and {@code pause} are asked, and what the first one answers. */
final class AskCodec {

    private AskCodec() {}

    static boolean hasOneCost(Ask ask) {
        int[] costs = ask.costs();
        for (int cost : costs) {
            if (cost != costs[0]) {
                return false;
            }
        }
        return costs.length > 0;
    }

    /** The first entries that have one cost are counted: the script looks at them together. */
    static byte[] pack(Ask ask, long now) {
        int[] costs = ask.costs();
        long[] deadlines = ask.deadlines();
        int run = 0;
        long runDeadline = Long.MAX_VALUE;
        while (run < costs.length && costs[run] == costs[0]) {
            runDeadline = Math.min(runDeadline, deadlines[run++]);
        }
        Doubles asked = new Doubles(4 + 2 * costs.length);
        asked.add(ask.horizonMicros()).add(ask.atLeastOne()).add(run).add(fromNow(runDeadline, now));
        for (int i = 0; i < costs.length; i++) {
            asked.add(costs[i]).add(fromNow(deadlines[i], now));
        }
        return asked.toBytes();
    }

    /** What the verb {@code pause} is asked. */
    static byte[] pack(PauseAsk ask, long now) {
        return new Doubles(5)
                .add(ask.scope() == Refusal.Scope.CONTOUR)
                .add(fromNow(ask.sentAt(), now))
                .add((ask.length() != null) ? Terms.micros(ask.length()) : -1)
                .add(ask.jitterMicros())
                .add(ask.byHand())
                .toBytes();
    }

    /** The difference, where it overflows the largest or the smallest there is. */
    static long fromNow(long instant, long now) {
        long difference = instant - now;
        boolean overflow = ((instant ^ now) & (instant ^ difference)) < 0;
        return overflow ? (instant > 0 ? Long.MAX_VALUE : Long.MIN_VALUE) : difference;
    }

    static Reply unpack(RemoteBucket remote, Ask ask, ScriptReply reply) {
        int[] costs = ask.costs();
        long serial = reply.booked().serial();
        int together = reply.booked().together();
        List<Answer> answers = new ArrayList<>(together + reply.instants().length);
        long atOnce = remote.toOwn(reply.booked().at());
        while (answers.size() < together) {
            answers.add(new Slot(atOnce, costs[answers.size()], serial++));
        }
        for (long instant : reply.instants()) {
            answers.add(
                    (instant < 0)
                            ? new Answer.Late(remote.toOwn(-instant))
                            : new Slot(remote.toOwn(instant), costs[answers.size()], serial++));
        }
        List<FullAt> fullAt = reply.fullAt().stream()
                .map(each -> new FullAt(remote.toOwn(each.micros()), each.rest()))
                .toList();
        return new Reply(answers, remote.toOwn(reply.pause()), remote.toOwn(reply.contourPause()), fullAt);
    }
}
