package dev.limiter.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An answer that arrived at {@link #ARRIVAL}, by the client's clock. */
final class TestAnswer implements ServerAnswer {

    static final Instant ARRIVAL = Instant.parse("2026-03-01T12:00:00Z");

    private final int status;

    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private @Nullable String body;

    private TestAnswer(int status) {
        this.status = status;
    }

    static TestAnswer of(int status) {
        return new TestAnswer(status);
    }

    TestAnswer with(String header, String... lines) {
        this.headers.computeIfAbsent(header, name -> new ArrayList<>()).addAll(List.of(lines));
        return this;
    }

    TestAnswer body(String text) {
        this.body = text;
        return this;
    }

    @Override
    public int status() {
        return this.status;
    }

    @Override
    public List<String> header(String name) {
        return this.headers.getOrDefault(name, List.of());
    }

    @Override
    public Optional<String> body() {
        return Optional.ofNullable(this.body);
    }

    @Override
    public Instant receivedAt() {
        return ARRIVAL;
    }
}
