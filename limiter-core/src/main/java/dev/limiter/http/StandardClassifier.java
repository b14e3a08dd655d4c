package dev.limiter.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** See {@link ResponseClassifier#standard()}. */
final class StandardClassifier implements ResponseClassifier {

    static final StandardClassifier INSTANCE = new StandardClassifier(List.of(RetryAfter.HEADER));

    private final List<String> retryAfterHeaders;

    StandardClassifier(List<String> retryAfterHeaders) {
        this.retryAfterHeaders = List.copyOf(retryAfterHeaders);
    }

    @Override
    public Verdict classify(ServerAnswer answer) {
        return switch (answer.status()) {
            case 429 -> Verdict.throttled().withRetryAfter(hint(answer)).asNotActedUpon();
            // A gateway may say 503 after the request went through, so that nothing is known of its effect.
            case 503 ->
                hint(answer)
                        .<Verdict>map(hint -> Verdict.throttled().withRetryAfter(hint))
                        .orElseGet(Verdict::passed);
            default -> Verdict.passed();
        };
    }

    private Optional<Duration> hint(ServerAnswer answer) {
        return this.retryAfterHeaders.stream()
                .flatMap(header -> answer.retryAfter(header).stream())
                .max(Comparator.naturalOrder());
    }
}
