package dev.limiter.spring.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.client.Case.Seen;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.ArrayList;
import java.util.List;

/** A case for each cell of the table "What is repeated" in the guide. */
final class RetryTable {

    private static final List<String> REPEATABLE = List.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");

    private static final List<String> OTHERS = List.of("POST", "PATCH");

    private static final String KEY = "Idempotency-Key";

    private RetryTable() {}

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        REPEATABLE.forEach(method -> cases.addAll(column(method, false, true)));
        OTHERS.forEach(method -> cases.addAll(column(method, false, false)));
        OTHERS.forEach(method -> cases.addAll(column(method, true, true)));
        return cases;
    }

    private static List<Case> column(String method, boolean key, boolean safe) {
        List<Case> column = new ArrayList<>();
        column.add(answered("p93a", method, key, 429, true).pauses(1));
        column.add(answered("p93c", method, key, 502, safe).pauses(0));
        column.add(answered("p93c", method, key, 503, safe).pauses(0));
        column.add(answered("p93c", method, key, 504, safe).pauses(0));
        column.add(answered("p93c", method, key, 500, false).pauses(0));
        column.add(answered("p93c", method, key, 404, false).pauses(0));
        column.add(expected(row("p93b", method, key, safe, "a 503 with Retry-After"), 503, safe)
                .to(Answer.status(503, "Retry-After", "0.1"), Answer.ok())
                .pauses(1));
        column.add(row("p93d", method, key, safe, "a connection that was cut")
                .to(Answer.cutOff(), Answer.ok())
                .then(seen -> broken(seen, safe, seen.client().sendsAgainByItself(seen.ask()))));
        column.add(row("p93d", method, key, safe, "no answer in time")
                .where(ClientUnderTest::hasReadTimeout)
                .to(Answer.never(), Answer.ok())
                .then(seen -> broken(seen, safe, false)));
        if (!safe) {
            column.add(row("p93", method, key, false, "a connection that may have been a redirect's")
                    .where(client -> !client.knowsItsFirstConnection())
                    .toNobody()
                    .then(seen -> {
                        assertThat(seen.last().words()).isEqualTo(Outcome.BROKEN);
                        seen.paid(1);
                        assertThat(seen.repeats()).isZero();
                    }));
        }
        column.add(row("p93", method, key, true, "a connection that was never made")
                .where(client -> safe || client.knowsItsFirstConnection())
                .toNobody()
                .under("retry.max-attempts=2")
                .then(seen -> {
                    assertThat(seen.last().words()).isEqualTo(Outcome.BROKEN);
                    seen.paid(2);
                    assertThat(seen.repeats()).isEqualTo(1);
                }));
        return column;
    }

    private static Case row(String id, String method, boolean key, boolean repeated, String after) {
        String name = "%s: a %s%s is %s after %s"
                .formatted(id, method, key ? " with a key" : "", repeated ? "repeated" : "not repeated", after);
        Case row = Case.named(name).sends(method);
        return key ? row.header(KEY, "k-1").then(RetryTable::keyIsKept) : row;
    }

    private static Case answered(String id, String method, boolean key, int status, boolean repeated) {
        return expected(row(id, method, key, repeated, "a " + status), status, repeated)
                .to(Answer.status(status), Answer.ok());
    }

    private static Case expected(Case row, int status, boolean repeated) {
        return repeated ? row.arrives(2, "200") : row.arrives(1, "thrown " + status);
    }

    /** Where the library sends again by itself, the limiter sees one exchange. */
    private static void broken(Seen seen, boolean repeated, boolean byItself) {
        boolean again = repeated || byItself;
        assertThat(seen.arrivals()).hasSize(again ? 2 : 1);
        assertThat(seen.last().words()).isEqualTo(again ? "200" : Outcome.BROKEN);
        seen.paid((repeated && !byItself) ? 2 : 1);
        assertThat(seen.pauses()).isZero();
    }

    private static void keyIsKept(Seen seen) {
        assertThat(seen.header(KEY)).allMatch("k-1"::equals);
    }
}
