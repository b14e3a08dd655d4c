package dev.limiter.spring.autoconfigure;

import java.math.BigDecimal;
import java.util.Locale;

/** Reads a share such as {@code 20%}, and writes one. */
final class Percent {

    private Percent() {}

    /**
     * The share: 0.2 for {@code 20%}.
     *
     * @throws IllegalArgumentException that says what to write instead
     */
    static double parse(String text) {
        String value = text.strip();
        if (value.matches("[+-]?0+")) {
            return 0;
        }
        if (value.matches("[+-]?\\d{1,9}(\\.\\d{1,9})?\\s*%")) {
            return new BigDecimal(value.replace("%", "").strip())
                    .movePointLeft(2)
                    .doubleValue();
        }
        if (value.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            BigDecimal number = new BigDecimal(value);
            BigDecimal percent = (number.compareTo(BigDecimal.ONE) < 0) ? number.movePointRight(2) : number;
            throw new IllegalArgumentException("a share without a percent sign: write %s%%"
                    .formatted(percent.stripTrailingZeros().toPlainString()));
        }
        throw new IllegalArgumentException("not a share: write a number with a percent sign");
    }

    /** {@code 20 %}. */
    static String inWords(double share) {
        return String.format(Locale.ROOT, "%.4g", share * 100).replaceFirst("\\.?0*$", "") + " %";
    }
}
