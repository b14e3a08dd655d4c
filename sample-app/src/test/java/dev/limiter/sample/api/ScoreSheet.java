package dev.limiter.sample.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.test.QuotaModel;

/** A game against a quota: each line says when somebody asks, and what the answer is: {@code yes} or {@code no WAIT}. */
final class ScoreSheet {

    private ScoreSheet() {}

    static void play(QuotaModel model, String sheet) {
        for (String line : sheet.strip().split("\n")) {
            String[] words = line.strip().split("\\s+");
            long micros = number(words[0]);
            String answer = model.admit(micros) ? "yes" : "no";
            assertThat(answer).as(line).isEqualTo(words[1]);
            if (answer.equals("no")) {
                assertThat(model.retryAfterMicros(micros)).as(line).isEqualTo(number(words[2]));
            }
        }
    }

    private static long number(String word) {
        return Long.parseLong(word.replace("_", ""));
    }
}
