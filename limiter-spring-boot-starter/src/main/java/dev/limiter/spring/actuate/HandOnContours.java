package dev.limiter.spring.actuate;

import dev.limiter.Limiter;
import dev.limiter.TooManyKeysException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.LimitsInWords.Stated;
import dev.limiter.spring.method.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses, resumes and changes limits on a person's word, and waits for what the store says to it. */
final class HandOnContours {

    private static final Logger logger = LoggerFactory.getLogger(HandOnContours.class);

    /** A store answers within a time of its own, which is shorter. */
    private static final long LONGEST_SECONDS = 30;

    private static final int LONGEST_CAUSE = 200;

    /** What somebody's viewer takes for the end of a line, or shows in another order. */
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069]+");

    private static final String UNCERTAIN = "whether the limits were changed is not known: look, and try again";

    private final GateRegistry registry;

    private final LimitsInWords words;

    HandOnContours(GateRegistry registry, LimitsInWords words) {
        this.registry = registry;
        this.words = words;
    }

    /** @param ofKey {@code null} for all keys */
    void pause(Contour contour, @Nullable Limiter ofKey, @Nullable String length, @Nullable String cause) {
        if (contour.isObserved()) {
            throw ProblemException.useless("contour '%s' is only observed (mode: observe): a pause would hold nobody"
                    .formatted(contour.name()));
        }
        Duration stated = length(length);
        String why = cause(cause);
        await(
                (ofKey != null) ? ofKey.pause(stated, why) : this.registry.pause(contour.name(), stated, why),
                "the pause holds in this process alone, until the store takes it");
    }

    void resume(Contour contour, @Nullable Limiter ofKey) {
        await(
                (ofKey != null) ? ofKey.resume() : this.registry.resume(contour.name()),
                "in the store the pause may hold still: try again");
    }

    void changeLimits(Contour contour, Stated stated) {
        List<Limit> limits;
        try {
            limits = this.words.read(contour, stated);
        } catch (IllegalArgumentException ex) {
            throw ProblemException.invalid(String.valueOf(ex.getMessage()));
        }
        await(this.registry.changeLimits(contour.name(), limits), UNCERTAIN);
    }

    void resetLimits(Contour contour) {
        await(this.registry.resetLimits(contour.name()), UNCERTAIN);
    }

    private static Duration length(@Nullable String text) {
        if (text == null) {
            throw ProblemException.invalid("a pause needs its length, such as 30s or 10m");
        }
        Duration length;
        try {
            length = DurationText.parse(text);
        } catch (IllegalArgumentException ex) {
            throw ProblemException.invalid("length: " + ex.getMessage());
        }
        if (length.isNegative() || length.isZero()) {
            throw ProblemException.invalid("length: a pause must be longer than zero");
        }
        return length;
    }

    /** It goes to the log, on one line. */
    private static String cause(@Nullable String text) {
        String cause = (text != null) ? BREAKS.matcher(text).replaceAll(" ").strip() : "";
        if (cause.length() > LONGEST_CAUSE) {
            throw ProblemException.invalid("cause: at most %d characters".formatted(LONGEST_CAUSE));
        }
        return cause.isEmpty() ? "by hand" : "by hand: " + cause;
    }

    private static void await(CompletableFuture<Void> done, String otherwise) {
        try {
            done.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof TooManyKeysException denial) {
                throw ProblemException.useless(String.valueOf(denial.getMessage()));
            }
            throw storeFailed(ex, otherwise);
        } catch (TimeoutException ex) {
            throw storeFailed(ex, otherwise);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw storeFailed(ex, otherwise);
        }
    }

    private static ProblemException storeFailed(Exception ex, String otherwise) {
        logger.warn("The store did not do what a person asked for: {}", String.valueOf(ex.getCause()));
        return ProblemException.storeFailed("the store did not answer; " + otherwise);
    }
}
