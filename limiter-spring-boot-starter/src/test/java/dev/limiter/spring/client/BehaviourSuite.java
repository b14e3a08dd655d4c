package dev.limiter.spring.client;

import dev.limiter.spring.client.Case.Seen;
import dev.limiter.spring.testing.LimitedApplication;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of behaviour, over one client. All cases run side by side in one application, each against a server and a
 * contour of its own; each test then looks at what was seen of its case.
 */
abstract class BehaviourSuite extends CallerSuite {

    /** So many cases at a time: a busy machine must not make callers late. */
    private static final int AT_ONCE = 12;

    private final Map<Case, Play> plays = new LinkedHashMap<>();

    private final Map<Case, Future<Seen>> seen = new LinkedHashMap<>();

    private final ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);

    BehaviourSuite(ClientUnderTest client) {
        super(client);
        Stream.of(BehaviourCases.pauses(), BehaviourCases.ends(), BehaviourCases.keys(), RetryTable.cases())
                .flatMap(List::stream)
                .filter(it -> it.appliesTo(client))
                .forEach(it -> this.plays.put(it, new Play(it, this.plays.size() + 1)));
    }

    @Override
    List<String> moreProperties() {
        List<String> properties = new ArrayList<>();
        this.plays.values().forEach(play -> properties.addAll(play.properties()));
        return properties;
    }

    @BeforeAll
    void play() {
        LimitedApplication application = application();
        this.plays.forEach(
                (it, play) -> this.seen.put(it, this.callers.submit(() -> play.perform(application, client()))));
    }

    @AfterAll
    void end() throws InterruptedException {
        this.callers.shutdownNow();
        this.callers.awaitTermination(5, TimeUnit.SECONDS);
        this.plays.values().forEach(Play::close);
    }

    Stream<Case> cases() {
        return this.plays.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void behaves(Case it) throws Exception {
        it.check(Objects.requireNonNull(this.seen.get(it)).get(60, TimeUnit.SECONDS));
    }
}
