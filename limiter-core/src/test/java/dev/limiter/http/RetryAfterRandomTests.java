package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever is handed in. Each failure names its seed. */
class RetryAfterRandomTests {

    private static final String[] PIECES = {
        "Sun",
        "Sunday",
        "Wednesday",
        ", ",
        ",",
        " ",
        "06",
        "6",
        "-",
        "Nov",
        "Feb",
        "1994",
        "94",
        "9999",
        "08:49:37",
        "23:59:60",
        "24:00:00",
        "GMT",
        "UTC",
        "+0000",
        "0",
        "1",
        "5",
        "0.3",
        ".",
        "..",
        "2.4",
        "e400",
        "1e9",
        "NaN",
        "Infinity",
        "-5",
        "+5",
        "0x",
        "9223372036854775807",
        "9223372036854775808",
        "31622400",
        "\u0000",
        "\r\n",
        "\t",
        "\u00a0",
        "٣",
        "５",
        "\ud83d",
        "\ud83d\ude00",
        "ß",
        "İ",
        "K",
        "\"",
        "null",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "PT5S",
        "2026-03-01T12:00:05Z"
    };

    private static final List<DateTimeFormatter> FORMS = List.of(
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH));

    private final long seed = System.nanoTime();

    private final Random random = new Random(this.seed);

    @Test
    void nothing_throws_and_every_hint_is_within_its_bounds() {
        for (int round = 0; round < 50_000; round++) {
            List<String> lines = lines();
            String date = this.random.nextBoolean() ? line() : null;
            Instant now = Instant.ofEpochSecond(
                    this.random.nextLong(-1L << 36, 1L << 36), this.random.nextInt(1_000_000_000));
            within(RetryAfter.parse(lines, date, now), lines, date);
            within(RetryAfter.parseReset(lines, date, now), lines, date);
        }
    }

    private void within(Optional<Duration> hint, List<String> lines, @Nullable String date) {
        hint.ifPresent(length -> assertThat(length)
                .as("seed %s, lines %s, date %s", this.seed, lines, date)
                .isBetween(Duration.ofNanos(1000), RetryAfter.LONGEST)
                .satisfies(any -> assertThat(any.getNano() % 1000).isZero()));
    }

    @Test
    void of_several_values_the_longest_counts_in_whatever_order_and_lines() {
        for (int round = 0; round < 20_000; round++) {
            List<String> values = new ArrayList<>();
            for (int i = this.random.nextInt(1, 6); i > 0; i--) {
                values.add(value());
            }
            Instant now = Instant.parse("2026-03-01T12:00:00Z");
            Optional<Duration> longest = values.stream()
                    .flatMap(value -> RetryAfter.parse(List.of(value), null, now).stream())
                    .max(Duration::compareTo);
            assertThat(RetryAfter.parse(values, null, now))
                    .as("seed %s, %s", this.seed, values)
                    .isEqualTo(longest);
            assertThat(RetryAfter.parse(List.of(String.join(",", values)), null, now))
                    .as("seed %s, %s in one line", this.seed, values)
                    .isEqualTo(longest);
        }
    }

    @Test
    void decimal_seconds_equal_exact_arithmetic_rounded_up() {
        for (int round = 0; round < 50_000; round++) {
            String value = digits(this.random.nextInt(1, 12)) + "." + digits(this.random.nextInt(1, 12));
            long micros = new BigDecimal(value)
                    .movePointRight(6)
                    .setScale(0, RoundingMode.CEILING)
                    .min(BigDecimal.valueOf(RetryAfter.LONGEST.toNanos() / 1000))
                    .longValueExact();
            Optional<Duration> expected =
                    (micros > 0) ? Optional.of(Duration.ofNanos(1000 * micros)) : Optional.empty();
            assertThat(RetryAfter.parse(List.of(value), null, Instant.EPOCH))
                    .as("seed %s, %s", this.seed, value)
                    .isEqualTo(expected);
        }
    }

    @Test
    void dates_of_every_form_give_the_whole_seconds_between_them() {
        for (int round = 0; round < 20_000; round++) {
            Instant sent = Instant.ofEpochSecond(this.random.nextLong(
                    Instant.parse("2000-01-01T00:00:00Z").getEpochSecond(),
                    Instant.parse("2200-01-01T00:00:00Z").getEpochSecond()));
            Duration length = Duration.ofSeconds(this.random.nextLong(1, RetryAfter.LONGEST.toSeconds() + 1));
            Instant ourClock = sent.plusSeconds(this.random.nextLong(-1_000_000, 1_000_000));
            String value = format(sent.plus(length));
            String date = format(sent);
            assertThat(RetryAfter.parse(List.of(value), date, ourClock))
                    .as("seed %s, %s at %s", this.seed, value, date)
                    .contains(length);
        }
    }

    private String format(Instant instant) {
        return FORMS.get(this.random.nextInt(FORMS.size())).format(instant.atOffset(ZoneOffset.UTC));
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = this.random.nextInt(4); i > 0; i--) {
            lines.add(line());
        }
        return lines;
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        for (int i = this.random.nextInt(9); i > 0; i--) {
            line.append(
                    (this.random.nextInt(10) == 0)
                            ? String.valueOf((char) this.random.nextInt(0x10000))
                            : PIECES[this.random.nextInt(PIECES.length)]);
        }
        if (!line.isEmpty() && this.random.nextInt(4) == 0) {
            line.setCharAt(this.random.nextInt(line.length()), (char) this.random.nextInt(0x80));
        }
        return line.toString();
    }

    private String value() {
        return switch (this.random.nextInt(4)) {
            case 0 -> digits(this.random.nextInt(1, 5));
            case 1 -> digits(1) + "." + digits(2);
            case 2 -> format(Instant.parse("2026-03-01T12:00:00Z").plusSeconds(this.random.nextInt(-100, 5000)));
            default -> "rubbish";
        };
    }

    private String digits(int many) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < many; i++) {
            digits.append(this.random.nextInt(10));
        }
        return digits.toString();
    }
}
