package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A game against one bucket, as a table of (time, ask, expected), in seconds.
 *
 * <pre>
 *  0    | 3 x 1                  | 0 0 0          three slots of cost 1, one after the other, and when they are
 *  0    | 8 8                    | 0 .6           slots of these costs
 *  .1   | 1 by .4                | late .5        one that is wanted until then
 *  .1   | back 2 1               |                the second and the first slot of this sheet are given back
 *  .2   | together .25 1 1 1     | .2 .3          asked for in one call, at least one, with that horizon
 *  .2   | refused 1.5            | until 1.7      the server refused a request that was sent just now
 *  .2   | refused ? sent .1      | until 5.2      likewise, it did not say for how long, and the request was sent then
 *  .2   | contour refused 2      | until 2.2      likewise, for all keys
 *  .2   | by hand 3              | until 3.2      a person pauses
 *  .3   | resume                 |                a person ends it
 *  .3   | success                |                a request that was sent after the pause succeeded
 * </pre>
 */
final class ScoreSheet {

    private final TimedStore store;

    private final List<Slot> slots = new ArrayList<>();

    private Pause pause = Pause.NONE;

    private ScoreSheet(TimedStore store) {
        this.store = store;
    }

    static void play(TimedStore store, String sheet) {
        ScoreSheet game = new ScoreSheet(store);
        sheet.strip().lines().forEach(game::playLine);
    }

    private void playLine(String line) {
        String[] columns = line.split("\\|", -1);
        this.store.at(Double.parseDouble(columns[0].strip()));
        List<String> ask = words(columns[1]);
        List<String> expected =
                words(columns[2]).stream().map(ScoreSheet::normal).toList();
        assertThat(String.join(" ", answer(ask))).as(line).isEqualTo(String.join(" ", expected));
    }

    private List<String> answer(List<String> ask) {
        List<String> rest = ask.subList(1, ask.size());
        return switch (ask.get(0)) {
            case "back" -> giveBack(rest);
            case "together" -> together(Double.parseDouble(rest.get(0)), rest.subList(1, rest.size()));
            case "refused" -> refused(Scope.KEY, rest);
            case "contour" -> refused(Scope.CONTOUR, rest.subList(1, rest.size()));
            case "by" -> until(this.store.pauseByHand(Double.parseDouble(rest.get(1))));
            case "resume" -> quietly(this.store::resume);
            case "success" -> quietly(() -> this.store.endRow(Scope.KEY, this.pause.number()));
            default -> book(ask);
        };
    }

    private List<String> book(List<String> ask) {
        if (ask.size() == 3 && ask.get(1).equals("by")) {
            return said(List.of(this.store.askUntil(
                    this.store.micros(Double.parseDouble(ask.get(2))), Integer.parseInt(ask.get(0)))));
        }
        boolean repeated = ask.size() == 3 && ask.get(1).equals("x");
        int[] costs = repeated ? new int[Integer.parseInt(ask.get(0))] : numbers(ask);
        if (repeated) {
            Arrays.fill(costs, Integer.parseInt(ask.get(2)));
        }
        return said(Arrays.stream(costs)
                .mapToObj(cost -> (Answer) this.store.slot(cost))
                .toList());
    }

    private List<String> together(double horizon, List<String> costs) {
        return said(this.store.book(true, horizon, numbers(costs)).answers());
    }

    private List<String> said(List<Answer> answers) {
        List<String> words = new ArrayList<>();
        for (Answer answer : answers) {
            if (answer instanceof Slot slot) {
                this.slots.add(slot);
                words.add(text(slot.at()));
            } else if (answer instanceof Answer.Late late) {
                words.add("late " + text(late.earliest()));
            }
        }
        return words;
    }

    private List<String> giveBack(List<String> numbers) {
        Slot[] given = numbers.stream()
                .map(number -> this.slots.get(Integer.parseInt(number) - 1))
                .toArray(Slot[]::new);
        return quietly(() -> this.store.giveBack(given));
    }

    private List<String> refused(Scope scope, List<String> words) {
        boolean silent = words.get(0).equals("?");
        double sentAt = (words.size() == 3) ? Double.parseDouble(words.get(2)) : this.store.seconds(this.store.now());
        return until(this.store.refused(scope, silent ? null : Double.valueOf(words.get(0)), sentAt));
    }

    private List<String> until(Pause told) {
        this.pause = told;
        return List.of("until " + text(told.until()));
    }

    private static List<String> quietly(Runnable action) {
        action.run();
        return List.of();
    }

    private String text(long micros) {
        return normal(Double.toString(this.store.seconds(micros)));
    }

    private static String normal(String word) {
        return word.matches("[.\\dE-]+") ? Double.toString(Double.parseDouble(word)) : word;
    }

    private static int[] numbers(List<String> words) {
        return words.stream().mapToInt(Integer::parseInt).toArray();
    }

    private static List<String> words(String column) {
        return Arrays.stream(column.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toList());
    }
}
