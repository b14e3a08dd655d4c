package dev.limiter.spring.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.limiter.spring.testing.Upstream.Answer;
import dev.limiter.spring.testing.Upstream.Arrival;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A row of the table: what a caller sends, what the server says, and what both must see. */
final class Case {

    final String name;

    final List<String> settings = new ArrayList<>();

    private final Map<String, String> headers = new LinkedHashMap<>();

    private final List<Consumer<Seen>> expectations = new ArrayList<>();

    private String method = "GET";

    private @Nullable String body;

    private Predicate<ClientUnderTest> applies = client -> true;

    List<Answer> script = List.of(Answer.ok());

    boolean listening = true;

    int calls = 1;

    private Case(String name) {
        this.name = name;
    }

    /**
     * What was seen of a case.
     *
     * @param arrivals at the server
     * @param outcomes what the caller got, call by call
     * @param granted the permits that were taken, which listeners may be told of a moment later
     * @param pauses of the contour
     * @param repeats that the limiter has told of
     */
    record Seen(
            Ask ask,
            ClientUnderTest client,
            List<Arrival> arrivals,
            List<Outcome> outcomes,
            LongSupplier granted,
            long pauses,
            long repeats) {

        /** As the requests carried it; empty where they did not. */
        List<String> header(String name) {
            return this.arrivals.stream()
                    .map(arrival -> arrival.headers().get(name, ""))
                    .toList();
        }

        /** So many permits were taken. */
        void paid(int permits) {
            await().pollDelay(Duration.ZERO)
                    .atMost(Duration.ofSeconds(2))
                    .untilAsserted(() -> assertThat(this.granted.getAsLong()).isEqualTo(permits));
        }

        Outcome last() {
            return this.outcomes.get(this.outcomes.size() - 1);
        }
    }

    static Case named(String name) {
        return new Case(name);
    }

    Case sends(String how) {
        this.method = how;
        this.body = (how.equals("POST") || how.equals("PUT") || how.equals("PATCH")) ? "a record" : null;
        return this;
    }

    Case header(String header, String value) {
        this.headers.put(header, value);
        return this;
    }

    /** So often, one after the other, whatever the outcome. */
    Case times(int n) {
        this.calls = n;
        return this;
    }

    /** What the server says to one request after the other; the last line again and again. */
    Case to(Answer... answers) {
        this.script = List.of(answers);
        return this;
    }

    /** Nobody listens at the address. */
    Case toNobody() {
        this.listening = false;
        return this;
    }

    /** Settings of the contour. */
    Case under(String... stated) {
        this.settings.addAll(List.of(stated));
        return this;
    }

    Case where(Predicate<ClientUnderTest> condition) {
        Predicate<ClientUnderTest> before = this.applies;
        this.applies = client -> before.test(client) && condition.test(client);
        return this;
    }

    Case then(Consumer<Seen> expectation) {
        this.expectations.add(expectation);
        return this;
    }

    /** So many requests, each with a permit and the whole body; and this is how the last call ends. */
    Case arrives(int times, String outcome) {
        return then(seen -> {
            assertThat(seen.arrivals).hasSize(times);
            assertThat(seen.last().words()).isEqualTo(outcome);
            seen.paid(times);
            String content = (this.body != null) ? this.body : "";
            assertThat(seen.arrivals)
                    .allSatisfy(arrival -> assertThat(arrival.body()).hasToString(content));
        });
    }

    Case pauses(int times) {
        return then(seen -> assertThat(seen.pauses).isEqualTo(times));
    }

    /** At least so many milliseconds between the arrivals. */
    Case gaps(long... millis) {
        return then(seen -> {
            for (int i = 0; i < millis.length; i++) {
                Arrival before = seen.arrivals.get(i);
                // What the two clocks may differ by, and the way of the answer.
                assertThat(seen.arrivals.get(i + 1).millisSince(before)).isGreaterThanOrEqualTo(millis[i] - 2);
            }
        });
    }

    boolean appliesTo(ClientUnderTest client) {
        return client.canSend(this.method) && this.applies.test(client);
    }

    Ask ask(String url) {
        return new Ask(this.method, URI.create(url + "/records"), this.headers, this.body, Map.of());
    }

    void check(Seen seen) {
        try {
            this.expectations.forEach(expectation -> expectation.accept(seen));
        } catch (AssertionError ex) {
            throw new AssertionError(this.name + "\n" + seen, ex);
        }
    }

    @Override
    public String toString() {
        return this.name;
    }
}
