package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.sample.deposit.DepositRecord;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineTests {

    @ParameterizedTest
    @EnumSource
    void every_order_comes_back_as_it_was_given(Order.Kind kind) {
        Order order = new Order(kind, 17, "the rest");
        assertThat(order.line()).isEqualTo(kind + " 17 the rest");
        assertThat(Order.parse(order.line())).isEqualTo(order);
        assertThat(Order.parse(Order.of(kind).line())).isEqualTo(Order.of(kind));
    }

    @ParameterizedTest
    @EnumSource
    void so_does_every_message(Message.Kind kind) {
        Message message = new Message(kind, 1_700_000_000_000_000L, "429 Too Many Requests");
        assertThat(Message.parse(message.line())).isEqualTo(message);
        assertThat(Message.parse(Message.of(kind).line())).isEqualTo(Message.of(kind));
    }

    @Test
    void a_record_comes_back_with_its_document_as_it_is() {
        DepositRecord record = new DepositRecord("10.5072/é %20\n+x", "{\"title\": \"a  b\\n c%20\"} ");
        assertThat(Order.parse(Order.take(3, record).line()).record()).isEqualTo(record);
    }

    @Test
    void a_reason_stays_in_its_line() {
        Message message = new Message(Message.Kind.FAILED, 3, "it\r\nis\nso");
        assertThat(Message.parse(message.line()).text()).isEqualTo("it is so");
    }

    @Test
    void an_instant_comes_back_to_the_microsecond() {
        Instant at = Instant.parse("2026-02-03T04:05:06.123456789Z");
        Message message = Message.of(Message.Kind.SENT, at, "201");
        assertThat(Message.parse(message.line()).at()).isEqualTo(Instant.parse("2026-02-03T04:05:06.123456Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GO", "GO 0", "RUN 0 ", "GO much ", "TAKE 3000000000 x", "Picked up some options"})
    void what_is_no_order_is_refused(String line) {
        assertThatThrownBy(() -> Order.parse(line))
                .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
    }
}
