package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.contour;

import dev.limiter.spring.client.Case.Seen;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Told;
import dev.limiter.spring.testing.Upstream;
import java.util.ArrayList;
import java.util.List;

/** A case on its way: with a server and a contour of its own, so that cases run side by side. */
final class Play implements AutoCloseable {

    private final Case played;

    private final String contour;

    private final Upstream upstream;

    private final String host;

    /** @param number makes the contour and the closed address its own */
    Play(Case played, int number) {
        this.played = played;
        this.contour = "case-" + number;
        this.upstream = Upstream.answering(played.script.toArray(Upstream.Answer[]::new));
        // Nobody listens on such a port of the loopback.
        this.host = played.listening ? this.upstream.host() : "127.0.1." + number + ":1";
    }

    List<String> properties() {
        List<String> properties = new ArrayList<>(contour(this.contour, this.upstream));
        properties.add("limiter.contours." + this.contour + ".hosts=" + this.host);
        this.played.settings.forEach(it -> properties.add("limiter.contours." + this.contour + "." + it));
        return properties;
    }

    Seen perform(LimitedApplication application, ClientUnderTest client) {
        Ask ask = this.played.ask("http://" + this.host);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < this.played.calls; i++) {
            outcomes.add(outcome(application, client, ask));
        }
        Told told = application.told();
        return new Seen(
                ask,
                client,
                this.upstream.arrivals(),
                outcomes,
                () -> application.permits(this.contour),
                told.paused.stream()
                        .filter(it -> it.startsWith(this.contour + ":"))
                        .count(),
                told.repeated.stream()
                        .filter(it -> it.startsWith(this.contour + " "))
                        .count());
    }

    /** What a caller sees of one call. */
    static Outcome outcome(LimitedApplication application, ClientUnderTest client, Ask ask) {
        try {
            return Outcome.of(client.send(application, ask));
        } catch (Throwable thrown) {
            return client.outcomeOf(thrown);
        }
    }

    @Override
    public void close() {
        this.upstream.close();
    }
}
