package dev.limiter.spring.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.RetryBudgetExhaustedException;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.List;

/** What servers say, beyond the table of repeats, and what must come of it. */
final class BehaviourCases {

    private static final String KEY = "Idempotency-Key";

    private BehaviourCases() {}

    static List<Case> pauses() {
        return List.of(
                Case.named("each request takes a permit")
                        .times(3)
                        .arrives(3, "200")
                        .pauses(0),
                Case.named("a refused GET is sent again when the server says so")
                        .to(Answer.tooMany("1"), Answer.ok())
                        .arrives(2, "200")
                        .gaps(1000)
                        .pauses(1),
                Case.named("a refused POST is sent again with the same body")
                        .sends("POST")
                        .to(Answer.tooMany("1"), Answer.ok())
                        .arrives(2, "200")
                        .gaps(1000)
                        .pauses(1),
                Case.named("a pause holds the calls that come after it")
                        .under("retry.max-attempts=1")
                        .times(2)
                        .to(Answer.tooMany("0.7"), Answer.ok())
                        .arrives(2, "200")
                        .gaps(700)
                        .pauses(1),
                Case.named("a POST that a 503 with Retry-After refused pauses the others")
                        .sends("POST")
                        .times(2)
                        .to(Answer.status(503, "Retry-After", "0.7"), Answer.ok())
                        .arrives(2, "200")
                        .gaps(700)
                        .pauses(1),
                Case.named("p96: with one attempt the caller gets the 429 and the contour pauses")
                        .under("retry.max-attempts=1")
                        .to(Answer.tooMany("0.1"), Answer.ok())
                        .arrives(1, "thrown 429")
                        .pauses(1),
                Case.named("a refused POST is not repeated where the contour says so")
                        .sends("POST")
                        .under("retry.repeat-refused=false")
                        .to(Answer.tooMany("0.1"), Answer.ok())
                        .arrives(1, "thrown 429")
                        .pauses(1),
                Case.named("without a permit the caller gets the denial itself, and nothing is sent")
                        .under("limits[0].rate=1/h", "limits[0].capacity=1", "max-wait=0s")
                        .times(2)
                        .arrives(1, "PermitTimeoutException")
                        .then(seen -> assertThat(seen.last().isDenial()).isTrue()));
    }

    static List<Case> ends() {
        return List.of(
                Case.named("p04: at the end of its attempts the last answer reaches the caller as itself")
                        .under("retry.max-attempts=3")
                        .to(Answer.tooMany("0.05"))
                        .arrives(3, "thrown 429")
                        .gaps(50, 50)
                        .then(seen -> {
                            assertThat(seen.last().body()).isEqualTo("said 429");
                            assertThat(seen.last().headers().getFirst("Retry-After"))
                                    .isEqualTo("0.05");
                        }),
                Case.named("at the end of the budget the caller gets a typed refusal with the last answer as cause")
                        .under("retry.budget=0%", "retry.max-attempts=10")
                        .to(Answer.tooMany("0.02"))
                        .arrives(4, RetryBudgetExhaustedException.class.getSimpleName())
                        .then(seen -> {
                            Outcome last = seen.client().outcomeOf(seen.last().cause());
                            assertThat(last.words()).isEqualTo("thrown 429");
                            assertThat(last.body()).isEqualTo("said 429");
                        }),
                Case.named("a Retry-After longer than the caller can wait ends the call at once")
                        .under("max-wait=1s")
                        .to(Answer.tooMany("30"), Answer.ok())
                        .arrives(1, "thrown 429")
                        .pauses(1),
                Case.named("after retry.max-time nothing is repeated any more")
                        .under("retry.max-time=1ms")
                        .to(Answer.status(503), Answer.ok())
                        .arrives(1, "thrown 503"),
                Case.named("statuses that the contour lists are repeated, and the others are not")
                        .under("retry.statuses=500")
                        .to(Answer.status(500), Answer.status(503), Answer.ok())
                        .arrives(2, "thrown 503"),
                Case.named("a 500 that the contour lists is not repeated for a POST")
                        .sends("POST")
                        .under("retry.statuses=500")
                        .to(Answer.status(500), Answer.ok())
                        .arrives(1, "thrown 500"),
                Case.named("different failures of one call count together")
                        .under("retry.max-attempts=3")
                        .to(Answer.tooMany("0.05"), Answer.status(503), Answer.status(504), Answer.ok())
                        .arrives(3, "thrown 504"));
    }

    static List<Case> keys() {
        return List.of(
                Case.named("a key is made for each POST, the same on every attempt, another for the next call")
                        .sends("POST")
                        .under("idempotency-key.made=true")
                        .times(2)
                        .to(Answer.status(503), Answer.status(504), Answer.ok())
                        .arrives(4, "200")
                        .then(seen -> {
                            List<String> keys = seen.header(KEY);
                            assertThat(keys).doesNotContain("");
                            assertThat(keys.subList(0, 3).stream().distinct()).hasSize(1);
                            assertThat(keys.get(3)).isNotEqualTo(keys.get(0));
                        }),
                Case.named("a POST with a made key is repeated after its connection was cut")
                        .sends("POST")
                        .under("idempotency-key.made=true")
                        .to(Answer.cutOff(), Answer.ok())
                        .arrives(2, "200")
                        .then(seen -> assertThat(seen.header(KEY)).doesNotContain("")),
                Case.named("no key is made for a GET")
                        .under("idempotency-key.made=true")
                        .arrives(1, "200")
                        .then(seen -> assertThat(seen.header(KEY)).containsOnly("")),
                Case.named("a key that the caller gives is kept")
                        .sends("POST")
                        .header(KEY, "mine")
                        .under("idempotency-key.made=true")
                        .to(Answer.tooMany("0.05"), Answer.ok())
                        .arrives(2, "200")
                        .then(seen -> assertThat(seen.header(KEY)).allMatch("mine"::equals)),
                Case.named("the header of the key is the contour's")
                        .sends("POST")
                        .under("idempotency-key.made=true", "idempotency-key.header=X-Request-Key")
                        .to(Answer.status(504), Answer.ok())
                        .arrives(2, "200")
                        .then(seen -> {
                            assertThat(seen.header("X-Request-Key"))
                                    .doesNotContain("")
                                    .matches(keys -> keys.stream().distinct().count() == 1);
                            assertThat(seen.header(KEY)).containsOnly("");
                        }),
                Case.named("a key in another header than the contour's does not make a POST repeatable")
                        .sends("POST")
                        .header(KEY, "mine")
                        .under("idempotency-key.header=X-Request-Key")
                        .to(Answer.status(504), Answer.ok())
                        .arrives(1, "thrown 504"));
    }
}
