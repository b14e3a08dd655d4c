package dev.limiter.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The three forms of an HTTP-date (RFC 9110 §5.6.7): {@code Sun, 06 Nov 1994 08:49:37 GMT},
 * {@code Sunday, 06-Nov-94 08:49:37 GMT} and {@code Sun Nov  6 08:49:37 1994}. Near relatives that servers
 * send (UTC, a year of four digits between hyphens) are read too, as the RFC encourages. The day of the week is not
 * compared with the date: a server that errs about the one is still believed about the other.
 */
final class HttpDate {

    private static final int MOST_CHARACTERS = 40;

    private static final String MONTH = "(?<month>[a-z]{3})";

    private static final String TIME = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";

    private static final Pattern WITH_ZONE = form(
            "[a-z]{3,9}, (?<day>\\d{1,2})[ -]" + MONTH + "[ -](?<year>\\d{4}|\\d{2}) " + TIME + " (?:GMT|UTC|\\+0000)");

    private static final Pattern ASCTIME =
            form("[a-z]{3} " + MONTH + " (?<day>[ \\d]\\d) " + TIME + " (?<year>\\d{4})");

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    private HttpDate() {}

    private static Pattern form(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    }

    /**
     * The instant, or {@code null} for anything else.
     *
     * @param reference decides the century of a year of two digits
     */
    static @Nullable Instant parse(String text, Instant reference) {
        if (text.length() > MOST_CHARACTERS) {
            return null;
        }
        Matcher withZone = WITH_ZONE.matcher(text);
        if (withZone.matches()) {
            return instant(withZone, reference);
        }
        Matcher asctime = ASCTIME.matcher(text);
        return asctime.matches() ? instant(asctime, reference) : null;
    }

    private static @Nullable Instant instant(Matcher date, Instant reference) {
        int month = 1 + MONTHS.indexOf(date.group("month").toLowerCase(Locale.ROOT));
        int second = number(date, "second");
        boolean leap = second == 60;
        try {
            return LocalDateTime.of(
                            year(date.group("year"), reference),
                            month,
                            number(date, "day"),
                            number(date, "hour"),
                            number(date, "minute"),
                            leap ? 59 : second)
                    .plusSeconds(leap ? 1 : 0)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException ex) {
            return null;
        }
    }

    private static int number(Matcher date, String group) {
        return Integer.parseInt(date.group(group).strip());
    }

    /** Two digits are the year that ends so and is at most 50 years ahead, as RFC 9110 §5.6.7 demands. */
    private static int year(String digits, Instant reference) {
        int year = Integer.parseInt(digits);
        if (digits.length() > 2) {
            return year;
        }
        int earliest = reference.atOffset(ZoneOffset.UTC).getYear() - 49;
        return earliest + Math.floorMod(year - earliest, 100);
    }
}
