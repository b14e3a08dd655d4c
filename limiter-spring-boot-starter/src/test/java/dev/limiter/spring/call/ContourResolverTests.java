package dev.limiter.spring.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import dev.limiter.UnknownContourException;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order in which an attempt's contour is found. */
class ContourResolverTests {

    private final GateRegistry registry = GateRegistry.builder(new InMemoryBucketStore())
            .contours(List.of(
                    contour("api", "api.example.org"),
                    contour("test", "api.example.org:8443", "[::1]:8080", "my_service:8080"),
                    contour("free"),
                    contour("read", "shared.example.org"),
                    contour("write", "shared.example.org")))
            .build();

    private final ContourResolver resolver = new ContourResolver(this.registry);

    private static Contour contour(String name, String... hosts) {
        return Contour.named(name)
                .limit(Rate.parse("10/s"))
                .hosts(Set.of(hosts))
                .build();
    }

    @AfterEach
    void close() {
        this.registry.close();
    }

    private @Nullable String resolve(@Nullable String named, @Nullable CallMark mark, String url) {
        Circuit circuit = this.resolver.resolve(named, null, mark, URI.create(url));
        return (circuit != null) ? circuit.contour().name() : null;
    }

    private static CallMark mark(String contour) {
        PermitRequest request = PermitRequest.of(3).withPriority(Priority.URGENT);
        return CallMark.perAttempt(contour, "k", request, "Client.call");
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example.org/x, api",
        "https://API.Example.org./x, api",
        "https://user:secret@api.example.org/x, api",
        "https://api.example.org:8443/x, test",
        "http://api.example.org:80/x, api",
        "http://[::1]:8080/x, test",
        "http://my_service:8080/x, test",
        "http://my_service/x,",
        "https://evil.org/api.example.org,",
        "https://api.example.org.evil.org/x,",
        "/relative,",
    })
    void a_stray_call_belongs_to_the_contour_that_lists_its_host(String url, @Nullable String contour) {
        assertThat(resolve(null, null, url)).isEqualTo(contour);
    }

    @Test
    void the_request_goes_before_the_mark_and_the_mark_before_the_host() {
        assertThat(resolve("free", mark("test"), "https://api.example.org/")).isEqualTo("free");
        assertThat(resolve(null, mark("free"), "https://api.example.org/")).isEqualTo("free");
        assertThat(resolve(null, mark("free"), "https://elsewhere.org/")).isEqualTo("free");
        assertThat(resolve(null, mark("write"), "https://shared.example.org/")).isEqualTo("write");
    }

    @Test
    void a_mark_whose_contour_lists_hosts_does_not_reach_others() {
        assertThat(resolve(null, mark("api"), "https://login.example.org/")).isNull();
        assertThat(resolve(null, mark("read"), "https://api.example.org/")).isEqualTo("api");
    }

    @Test
    void key_and_cost_are_those_of_the_marks_own_contour_and_its_priority_holds_for_all() {
        Circuit own = this.resolver.resolve(null, null, mark("free"), URI.create("https://api.example.org/"));
        assertThat(own).isNotNull();
        assertThat(own.key()).isEqualTo("k");
        assertThat(own.request().permits()).isEqualTo(3);
        assertThat(own.mark()).isNotNull();

        Circuit other = this.resolver.resolve(null, null, mark("read"), URI.create("https://api.example.org/"));
        assertThat(other).isNotNull();
        assertThat(other.key()).isEmpty();
        assertThat(other.request()).isEqualTo(PermitRequest.one().withPriority(Priority.URGENT));
        assertThat(other.mark()).isNull();
    }

    @Test
    void unknown_contours_are_errors() {
        assertThatThrownBy(() -> resolve("apy", null, "https://api.example.org/"))
                .isInstanceOf(UnknownContourException.class);
        assertThatThrownBy(() -> resolve(null, mark("apy"), "https://api.example.org/"))
                .isInstanceOf(UnknownContourException.class);
    }

    @Test
    void a_host_of_several_contours_must_be_said_which() {
        assertThatThrownBy(() -> resolve(null, null, "https://shared.example.org/"))
                .isInstanceOf(RateLimitException.class)
                .hasMessageContaining("belongs to the contours [read, write]");
        assertThat(resolve("read", null, "https://shared.example.org/")).isEqualTo("read");
    }
}
