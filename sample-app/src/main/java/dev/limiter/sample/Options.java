package dev.limiter.sample;

import dev.limiter.sample.api.OtherClient;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Team;
import dev.limiter.spring.test.RetryAfterForm;
import dev.limiter.spring.test.ServerQuota;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param help only say what there is
 * @param parts the letters of the parts of the demonstration that are shown
 * @param workers how many workers share the batch
 * @param records the file to deposit; null for the one that is shipped
 * @param quotaModel how the simulated API counts
 * @param retryAfter the form of its {@code Retry-After}
 * @param otherClient who else spends its quota; null for nobody
 * @param pause how long it makes everybody pause
 * @param sharing where the workers run, and what they share
 * @param page the port of the page; null for the demonstration
 * @param destination the real API; null for the simulated one
 * @param quota what the real API documents
 */
record Options(
        boolean help,
        String parts,
        int workers,
        @Nullable Path records,
        ServerQuota.Model quotaModel,
        RetryAfterForm retryAfter,
        @Nullable OtherClient otherClient,
        Duration pause,
        Sharing sharing,
        @Nullable Integer page,
        @Nullable Destination destination,
        String quota) {

    static final String ALL_PARTS = "abcde";

    /** Whether one of these parts is shown. */
    boolean shows(String letters) {
        return letters.chars().anyMatch(letter -> this.parts.indexOf(letter) >= 0);
    }

    List<String> workerNames() {
        return Team.names(this.workers);
    }
}
