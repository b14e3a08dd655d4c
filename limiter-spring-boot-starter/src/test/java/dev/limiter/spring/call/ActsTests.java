package dev.limiter.spring.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.call.Acts.Effect;
import dev.limiter.spring.call.Acts.Sum;
import org.junit.jupiter.api.Test;

class ActsTests {

    private final Acts acts = new Acts();

    private Sum after(Effect... attemptsOfOneRequest) {
        for (Effect effect : attemptsOfOneRequest) {
            Object attempt = new Object();
            this.acts.mayBeSent(attempt, "POST /a");
            this.acts.ended(attempt, "POST /a", effect);
        }
        return this.acts.sum();
    }

    @Test
    void nothing_sent_is_nothing_done() {
        assertThat(this.acts.sum()).isEqualTo(Sum.NOTHING);
    }

    @Test
    void what_is_on_its_way_is_in_doubt() {
        this.acts.mayBeSent("attempt", "POST /a");
        assertThat(this.acts.sum()).isEqualTo(Sum.IN_DOUBT);
    }

    @Test
    void a_success_resolves_the_attempts_before_it() {
        assertThat(after(Effect.UNKNOWN, Effect.NONE, Effect.SUCCESS)).isEqualTo(Sum.DONE);
    }

    @Test
    void a_refusal_does_not_resolve_the_doubt_of_an_attempt_before_it() {
        assertThat(after(Effect.UNKNOWN, Effect.NONE)).isEqualTo(Sum.IN_DOUBT);
    }

    @Test
    void refusals_alone_are_nothing_done() {
        assertThat(after(Effect.NONE, Effect.NONE)).isEqualTo(Sum.NOTHING);
    }

    @Test
    void what_ended_in_the_unknown_is_in_doubt_though_nobody_said_that_it_left() {
        this.acts.ended("attempt", "POST /a", Effect.UNKNOWN);
        assertThat(this.acts.sum()).isEqualTo(Sum.IN_DOUBT);
    }

    @Test
    void a_part_is_in_doubt() {
        after(Effect.SUCCESS);
        this.acts.mayBeSent("other", "POST /b");
        this.acts.ended("other", "POST /b", Effect.NONE);
        assertThat(this.acts.sum()).isEqualTo(Sum.IN_DOUBT);
    }
}
