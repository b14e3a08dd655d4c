package dev.limiter.sample.api;

import dev.limiter.spring.test.Pace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The server's memory, behind one lock: its quota, the pause that it demands, what arrived and what was deposited. */
final class Intake {

    private final SharedQuota quota;
    private final @Nullable PauseRule pauseRule;
    private final @Nullable SilenceRule silence;
    private final List<Arrival> arrivals = new ArrayList<>();
    private long forgotten;
    private final Set<String> deposited = new HashSet<>();
    private long latestMicros;
    private int admitted;
    private int acceptedOfSilenced;
    private @Nullable Pause pause;

    Intake(SimulatedApiSettings settings) {
        OtherClient other = settings.otherClient();
        Pace otherPace = (other == null) ? Pace.NEVER : other.paceIn(settings.quota());
        this.quota = new SharedQuota(settings.quota().newModel(), otherPace);
        this.pauseRule = settings.pause();
        this.silence = settings.silence();
    }

    /** Decides on a request and charges it. A paused request is refused before it is counted. */
    synchronized Verdict judge(long micros) {
        long now = advanceTo(micros);
        if (pause == null && pauseRule != null && admitted == pauseRule.afterAccepted()) {
            pause = new Pause(now, now + Micros.of(pauseRule.length()));
            return new Verdict(false, pause.untilMicros() - now, false);
        }
        if (pause != null && now < pause.untilMicros()) {
            return new Verdict(false, pause.untilMicros() - now, true);
        }
        if (!quota.admit(now)) {
            return new Verdict(false, quota.retryAfterMicros(now), false);
        }
        admitted++;
        return Verdict.ADMITTED;
    }

    /** Acts on it. Says whether it is answered. */
    synchronized boolean record(Arrival arrival) {
        arrivals.add(arrival);
        if (!arrival.accepted()) {
            return true;
        }
        deposited.add(arrival.doi());
        if (silence == null || !arrival.worker().equals(silence.worker())) {
            return true;
        }
        acceptedOfSilenced++;
        return !silence.covers(acceptedOfSilenced);
    }

    synchronized boolean holds(String doi) {
        return deposited.contains(doi);
    }

    synchronized ArrivalLog log() {
        return new ArrivalLog(arrivals);
    }

    synchronized List<Arrival> loggedAfter(long count) {
        long from = Math.max(0, count - forgotten);
        return List.copyOf(arrivals.subList((int) Math.min(from, arrivals.size()), arrivals.size()));
    }

    synchronized void keep(int latest) {
        int surplus = Math.max(0, arrivals.size() - latest);
        arrivals.subList(0, surplus).clear();
        forgotten += surplus;
    }

    synchronized @Nullable Pause pause() {
        return pause;
    }

    synchronized long otherClientAdmitted(long micros) {
        quota.catchUp(advanceTo(micros));
        return quota.admitted();
    }

    synchronized long otherClientRefused(long micros) {
        quota.catchUp(advanceTo(micros));
        return quota.refused();
    }

    // Instants are read before the lock is taken, so two threads may come in the other order.
    private long advanceTo(long micros) {
        latestMicros = Math.max(latestMicros, micros);
        return latestMicros;
    }
}
