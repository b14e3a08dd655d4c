package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Reason;
import dev.limiter.sample.worker.ToldFailure;
import java.io.BufferedReader;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

class ConversationTests {

    private static final Duration AT_ONCE = Duration.ZERO;

    private static final List<DepositRecord> RECORDS =
            List.of(new DepositRecord("10.5072/a", "{1}"), new DepositRecord("10.5072/b", "{2}"));

    private final StringWriter orders = new StringWriter();
    private final Conversation conversation = new Conversation(this.orders);

    @Test
    void records_are_taken_before_it_is_said_to_go() {
        this.conversation.take(RECORDS);
        this.conversation.go();
        assertThat(this.orders.toString().lines())
                .containsExactly("TAKE 0 10.5072%2Fa {1}", "TAKE 1 10.5072%2Fb {2}", "GO 0 ");
    }

    @Test
    void each_record_has_an_outcome_and_the_last_one_ends_the_batch() {
        Flux<Outcome> outcomes = this.conversation.take(RECORDS);
        hear("FAILED 1 Outermost Too many requests (Refused)", "DEPOSITED 0 ");
        List<Outcome> told = new ArrayList<>();
        outcomes.doOnNext(told::add).blockLast();
        assertThat(told).extracting(Outcome::record).containsExactly(RECORDS.get(1), RECORDS.get(0));
        assertThat(told).extracting(Outcome::deposited).containsExactly(false, true);
        assertThat(told.get(0).failure()).isInstanceOfSatisfying(ToldFailure.class, failure -> {
            assertThat(failure.type()).isEqualTo("Outermost");
            assertThat(Reason.of(failure)).isEqualTo("Too many requests (Refused)");
        });
    }

    @Test
    void the_next_batch_has_other_numbers() {
        this.conversation.take(RECORDS);
        this.conversation.take(RECORDS);
        assertThat(this.orders.toString()).contains("TAKE 2 ", "TAKE 3 ");
    }

    @Test
    void a_batch_of_nothing_is_over_at_once() {
        assertThat(this.conversation.take(List.of()).collectList().block()).isEmpty();
    }

    @Test
    void what_is_said_before_somebody_waits_for_it_is_not_lost() {
        hear("READY 0 ", "ROUND_TRIP 812 ");
        assertThat(this.conversation.await(Message.Kind.READY, AT_ONCE).number())
                .isZero();
        assertThat(this.conversation.await(Message.Kind.ROUND_TRIP, AT_ONCE).number())
                .isEqualTo(812);
    }

    @Test
    void who_watches_is_told_of_permits_and_sends() {
        List<Message> told = new ArrayList<>();
        this.conversation.watch(told::add);
        assertThat(this.orders).hasToString("WATCH 0 \n");
        hear("GRANTED 1 ", "SENT 2 201");
        assertThat(told)
                .containsExactly(new Message(Message.Kind.GRANTED, 1, ""), new Message(Message.Kind.SENT, 2, "201"));
    }

    @Test
    void when_a_worker_has_ended_all_that_is_expected_of_it_has_failed() {
        Flux<Outcome> outcomes = this.conversation.take(RECORDS);
        hear("DEPOSITED 0 ");
        assertThatThrownBy(outcomes::blockLast).hasMessage("ended");
        assertThatThrownBy(() -> this.conversation.await(Message.Kind.WARM, AT_ONCE))
                .hasRootCauseMessage("ended");
        assertThatThrownBy(() -> this.conversation.take(RECORDS).blockLast()).hasMessage("ended");
    }

    @Test
    void a_worker_that_speaks_otherwise_is_not_believed() {
        Flux<Outcome> outcomes = this.conversation.take(RECORDS);
        hear("DEPOSITED 7 ", "DEPOSITED 0 ", "DEPOSITED 1 ");
        assertThatThrownBy(outcomes::blockLast).hasMessageContaining("a record that it does not have: 7");
    }

    @Test
    void who_waits_in_vain_is_told_for_what() {
        assertThatThrownBy(() -> this.conversation.await(Message.Kind.WARM, AT_ONCE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("waited 0 s in vain for WARM");
    }

    private void hear(String... lines) {
        this.conversation.listen(
                new BufferedReader(new StringReader(String.join("\n", lines))),
                () -> new IllegalStateException("ended"));
    }
}
