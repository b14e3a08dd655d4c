package dev.limiter.spring.actuate;

import dev.limiter.contour.Contour;
import dev.limiter.gate.ContourLoad;
import dev.limiter.gate.ContourState;
import dev.limiter.gate.GateRegistry;
import dev.limiter.gate.KeyState;
import dev.limiter.gate.PauseState;
import dev.limiter.spring.actuate.LimiterEndpoint.ContourDescriptor;
import dev.limiter.spring.actuate.LimiterEndpoint.KeyDescriptor;
import dev.limiter.spring.actuate.LimiterEndpoint.PauseDescriptor;
import dev.limiter.spring.call.Traffic;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Says what the registry knows in the endpoint's words. */
final class Descriptions {

    private final GateRegistry registry;

    private final Traffic traffic;

    private final LimitsInWords limits;

    Descriptions(GateRegistry registry, Traffic traffic, LimitsInWords limits) {
        this.registry = registry;
        this.traffic = traffic;
        this.limits = limits;
    }

    ContourDescriptor contour(String name) {
        Contour contour = this.registry.contour(name);
        ContourState state = this.registry.overview().contour(name);
        ContourLoad load = state.load();
        String configured = this.limits.configured(contour);
        boolean changed = this.registry.areLimitsChanged(name);
        return new ContourDescriptor(
                changed ? this.limits.changed(this.registry.limits(name)) : configured,
                changed ? configured : null,
                contour.mode(),
                this.registry.storeMode(name),
                this.registry.limitsDiffer(name),
                orNull(load.permitsLeft()),
                load.waiting(),
                load.inFlight(),
                this.traffic.rules(contour).budget().repeatsLeft(),
                load.keys(),
                state.pausedKeys(),
                pause(state.pause()));
    }

    /** @param named the key as it was asked for; {@code null} where it is not to be shown */
    KeyDescriptor key(KeyState state, @Nullable String named) {
        return new KeyDescriptor(
                state.id(),
                named,
                orNull(state.permitsLeft()),
                state.waiting(),
                state.inFlight(),
                pause(state.pause()));
    }

    private static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? (Long) value.getAsLong() : null;
    }

    private static @Nullable PauseDescriptor pause(@Nullable PauseState pause) {
        if (pause == null) {
            return null;
        }
        Duration left = pause.left().truncatedTo(ChronoUnit.MILLIS);
        return new PauseDescriptor(
                pause.scope(),
                Instant.now().plus(left).truncatedTo(ChronoUnit.MILLIS),
                left.toString(),
                pause.row(),
                pause.cause(),
                pause.written());
    }
}
