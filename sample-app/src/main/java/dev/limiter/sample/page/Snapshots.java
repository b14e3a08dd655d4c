package dev.limiter.sample.page;

import dev.limiter.StoreMode;
import dev.limiter.sample.deposit.RepositoryClient;
import dev.limiter.sample.worker.Team;
import dev.limiter.spring.actuate.LimiterEndpoint.ContourDescriptor;
import dev.limiter.spring.actuate.LimiterEndpoint.PauseDescriptor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Looks four times a second, and remembers half a minute for a page that is newly opened. */
final class Snapshots implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(250);

    private static final int REMEMBERED = 120;

    /** A browser that does not read is dropped, and comes again. */
    private static final int UNREAD = 2 * REMEMBERED;

    private final Controls controls;

    private final Tally tally;

    private final Flux<Snapshot> all;

    private final Disposable.Swap looking = Disposables.swap();

    private Snapshots(Controls controls, Tally tally) {
        this.controls = controls;
        this.tally = tally;
        this.all = Flux.interval(TICK)
                .onBackpressureDrop()
                .concatMap(tick -> look(), 1)
                .replay(REMEMBERED)
                .autoConnect(0, this.looking::replace);
    }

    /** Looks from now on, whether somebody is told or not. */
    static Snapshots start(Controls controls, Tally tally) {
        return new Snapshots(controls, tally);
    }

    /** Those that are remembered, and then each new one. */
    Flux<Snapshot> follow() {
        return this.all.onBackpressureBuffer(UNREAD);
    }

    private Mono<Snapshot> look() {
        List<Actuator> actuators = this.controls.replicas().actuators();
        return Flux.fromIterable(actuators)
                .flatMapSequential(this::ask)
                .collectList()
                .map(this::snapshot);
    }

    /** Empty where nobody answers; who is being replaced is not asked. */
    private Mono<Optional<ContourDescriptor>> ask(Actuator actuator) {
        if (this.controls.isChanging()) {
            return Mono.just(Optional.empty());
        }
        return actuator.read().map(Optional::of).onErrorReturn(Optional.empty()).defaultIfEmpty(Optional.empty());
    }

    private Snapshot snapshot(List<Optional<ContourDescriptor>> said) {
        List<Snapshot.Came> came = this.tally.count();
        List<String> names = Team.names(said.size());
        return new Snapshot(
                this.tally.nowMillis(),
                this.controls.isSteady(),
                this.controls.isShared(),
                this.controls.redisState(),
                this.controls.isChanging(),
                RepositoryClient.CONTOUR,
                IntStream.range(0, said.size())
                        .mapToObj(i -> view(names.get(i), i, said.get(i).orElse(null)))
                        .toList(),
                came);
    }

    private Snapshot.WorkerView view(String name, int worker, @Nullable ContourDescriptor contour) {
        long accepted = this.tally.accepted(worker);
        long refused = this.tally.refused(worker);
        if (contour == null) {
            return new Snapshot.WorkerView(name, accepted, refused, false, "", null, 0, 0, StoreMode.NORMAL, 0, null);
        }
        PauseDescriptor pause = contour.pause();
        return new Snapshot.WorkerView(
                name,
                accepted,
                refused,
                true,
                contour.limits(),
                contour.permitsLeft(),
                contour.waiting(),
                contour.inFlight(),
                contour.storeMode(),
                (pause != null) ? Duration.parse(pause.left()).toMillis() : 0,
                (pause != null) ? pause.cause() : null);
    }

    @Override
    public void close() {
        this.looking.dispose();
    }
}
