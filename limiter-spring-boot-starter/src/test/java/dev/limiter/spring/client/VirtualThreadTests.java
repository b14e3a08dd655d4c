package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.RestClient;

/** Callers on virtual threads wait without a carrier. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTests {

    private static final int CALLERS = 200;

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk"})
    void callers_that_wait_pin_no_carrier(String library, @TempDir Path directory) throws Exception {
        Path file = directory.resolve("pinned.jfr");
        try (Upstream api = Upstream.answering(Answer.ok());
                LimitedApplication application = LimitedApplication.start(all(
                        contour("api", api, "limits[0].rate=200/s", "limits[0].capacity=20", "arrival-jitter=50ms"),
                        List.of("spring.http.clients.imperative.factory=" + library)));
                Recording recording = new Recording()) {
            RestClient client = application.bean(RestClient.Builder.class).build();
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ofMillis(20))
                    .withStackTrace();
            recording.start();
            List<Future<?>> calls = new ArrayList<>();
            ExecutorService callers = onVirtualThreads();
            for (int i = 0; i < CALLERS; i++) {
                calls.add(callers.submit(
                        () -> client.get().uri(api.url()).retrieve().toBodilessEntity()));
            }
            for (Future<?> call : calls) {
                call.get(60, TimeUnit.SECONDS);
            }
            callers.shutdown();
            recording.stop();
            recording.dump(file);

            assertThat(api.count()).isEqualTo(CALLERS);
            assertThat(application.permits("api")).isGreaterThanOrEqualTo(CALLERS);
        }

        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(VirtualThreadTests::isOurs)
                .isEmpty();
    }

    /** The method is not there on the JDK that this is compiled for. */
    private static ExecutorService onVirtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    private static boolean isOurs(RecordedEvent event) {
        return event.getEventType().getName().equals("jdk.VirtualThreadPinned")
                && event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getType().getName().startsWith("dev.limiter.")
                                && !frame.getMethod().getType().getName().startsWith("dev.limiter.spring.client."));
    }
}
