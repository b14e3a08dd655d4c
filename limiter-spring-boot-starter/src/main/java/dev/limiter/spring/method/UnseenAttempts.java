package dev.limiter.spring.method;

import dev.limiter.LimiterListener;
import dev.limiter.spring.call.CallMark;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says, once for each method, that a marked call ended and spent nothing. Safe for use by many threads. */
final class UnseenAttempts {

    private static final Logger logger = LoggerFactory.getLogger(UnseenAttempts.class);

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private final LimiterListener listener;

    UnseenAttempts(LimiterListener listener) {
        this.listener = listener;
    }

    /** A call ended normally. */
    void ended(CallMark mark) {
        if (mark.anyAttemptSeen() || !this.told.add(mark.method())) {
            return;
        }
        logger.warn(
                "{} is marked with contour '{}', but ended and no HTTP attempt was seen under its mark: nothing was"
                        + " limited. Write permit = METHOD where its client is none that the limiter sees. Otherwise see"
                        + " that the request leaves from the method's own thread or reactive chain, to a host under"
                        + " limiter.contours.{}.hosts where hosts are listed, and that no inner marked method sends it"
                        + " on another contour. Said once for each method.",
                mark.method(),
                mark.contour(),
                mark.contour());
        this.listener.noAttemptSeen(mark.contour(), mark.method());
    }
}
