package dev.limiter.sample.page;

import dev.limiter.sample.process.SharedRedis;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.SendListener;
import dev.limiter.sample.worker.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the buttons of the page do. One thing is done after the other; what the page shows is read without waiting. */
final class Controls implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final int size;

    private final SharedRedis redis;

    private final Destination destination;

    private final Load load = new Load();

    private volatile Replicas replicas;

    private volatile boolean steady;

    private volatile boolean shared = true;

    private volatile boolean redisRuns = true;

    private volatile boolean changing;

    private Controls(int size, SharedRedis redis, Destination destination) {
        this.size = size;
        this.redis = redis;
        this.destination = destination;
        this.replicas = Replicas.start(size, terms(true));
    }

    /** Starts the workers, with one bucket for all of them. */
    static Controls start(int size, SharedRedis redis, Destination destination) {
        return new Controls(size, redis, destination);
    }

    /** Each process runs its part of the limit while Redis is away, so that together they run what they run with it. */
    private Terms terms(boolean together) {
        return new Terms(
                this.destination,
                "page",
                Map.of(
                        "sample.workers", Integer.toString(this.size),
                        "limiter.store", together ? "redis" : "memory",
                        "spring.data.redis.url", this.redis.url()),
                SendListener.NONE);
    }

    synchronized void steady() {
        if (!this.steady) {
            this.load.steady(this.replicas.workers());
            this.steady = true;
        }
    }

    synchronized void burst() {
        this.load.burst(this.replicas.workers());
    }

    synchronized void off() {
        this.load.stop();
        this.steady = false;
    }

    /** One worker is told, and all pause; where each counts for itself, each is told. */
    synchronized void pause() {
        told().forEach(actuator -> actuator.pause(PAUSE));
    }

    synchronized void resume() {
        told().forEach(Actuator::resume);
    }

    private List<Actuator> told() {
        return this.replicas.actuators().subList(0, this.shared ? 1 : this.size);
    }

    synchronized void killRedis() {
        if (!this.redis.isOurs()) {
            throw new NotDoneException("The Redis that --redis names is somebody else's: it is not killed");
        }
        this.redis.kill();
        this.redisRuns = false;
    }

    synchronized void startRedis() {
        if (!this.redisRuns) {
            this.redis.startAgain();
            this.redisRuns = true;
        }
    }

    synchronized void separate() {
        change(false);
    }

    synchronized void share() {
        if (!this.redisRuns) {
            throw new NotDoneException("Redis does not run: start it first, then the workers can share it");
        }
        change(true);
    }

    /** Other workers take the place of these, as after a deployment; meanwhile nobody sends, and the API's bucket fills. */
    private void change(boolean together) {
        if (this.shared == together) {
            return;
        }
        this.changing = true;
        try {
            this.load.stop();
            this.replicas.close();
            this.replicas = Replicas.start(this.size, terms(together));
            this.shared = together;
            if (this.steady) {
                this.load.steady(this.replicas.workers());
            }
        } finally {
            this.changing = false;
        }
    }

    Replicas replicas() {
        return this.replicas;
    }

    boolean isSteady() {
        return this.steady;
    }

    boolean isShared() {
        return this.shared;
    }

    String redisState() {
        if (!this.redis.isOurs()) {
            return "other";
        }
        return this.redisRuns ? "runs" : "killed";
    }

    boolean isChanging() {
        return this.changing;
    }

    @Override
    public synchronized void close() {
        this.load.stop();
        this.replicas.close();
    }
}
