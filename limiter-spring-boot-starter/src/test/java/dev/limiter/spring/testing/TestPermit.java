package dev.limiter.spring.testing;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes down what it is told. */
public final class TestPermit implements Permit {

    public final List<String> told = new ArrayList<>();

    private final boolean isVoid;

    public TestPermit() {
        this(false);
    }

    public TestPermit(boolean isVoid) {
        this.isVoid = isVoid;
    }

    @Override
    public String contour() {
        return "datacite";
    }

    @Override
    public Duration waited() {
        return Duration.ZERO;
    }

    @Override
    public WaitReason waitedFor() {
        return WaitReason.STORE;
    }

    @Override
    public boolean isVoid() {
        return this.isVoid;
    }

    @Override
    public void succeeded() {
        this.told.add("succeeded");
    }

    @Override
    public void refused(Refusal refusal) {
        this.told.add("refused " + refusal.scope() + " " + refusal.retryAfter() + " " + refusal.cause());
    }

    @Override
    public void giveBack() {
        this.told.add("given back");
    }

    @Override
    public void close() {
        this.told.add("closed");
    }
}
