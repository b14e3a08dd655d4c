package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.ForkedJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marks in an application that has neither Reactor nor a web client, nor Kotlin, nor what is for tests. */
class WithoutReactorTests {

    @TempDir
    private Path directory;

    @Test
    void blocking_methods_and_stages_are_limited() throws Exception {
        List<String> bare = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(
                        entry -> !Path.of(entry)
                                .getFileName()
                                .toString()
                                .matches(
                                        "(reactor-|reactive-streams|lettuce|netty-|spring-web|spring-data|spring-boot-web|kotlin|spring-test|spring-boot-test|junit|assertj|mockito).*"))
                .toList();
        assertThat(bare)
                .hasSizeGreaterThan(10)
                .noneMatch(entry -> entry.contains("reactor-core") || entry.contains("kotlin-stdlib"))
                .noneMatch(entry -> entry.contains("spring-boot-test") || entry.contains("junit-jupiter-api"));
        ForkedJvm run = ForkedJvm.run(BareApplication.class, bare, this.directory);
        assertThat(run.output()).contains("blocking: 2 calls, then PermitTimeoutException, staged: done");
        assertThat(run.exitCode()).isZero();
    }
}
