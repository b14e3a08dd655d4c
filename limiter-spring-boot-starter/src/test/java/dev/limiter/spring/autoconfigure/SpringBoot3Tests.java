package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.RateLimited;
import dev.limiter.spring.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The starter on Spring Boot 3.5, for real: a JVM of its own, with the jars that the build puts into target/boot3. */
class SpringBoot3Tests {

    @TempDir
    private Path directory;

    @Test
    void an_application_on_spring_boot_3_is_refused_and_told_why() throws Exception {
        ForkedJvm run =
                run(ForkedJvm.locationOf(LimiterAutoConfiguration.class), ForkedJvm.locationOf(RateLimited.class));
        assertThat(run.output())
                .contains("APPLICATION FAILED TO START")
                .contains("The limiter needs Spring Boot 4 or later, but this application runs on Spring Boot 3.5.7.")
                .contains("Move the application to Spring Boot 4, or remove limiter-spring-boot-starter.")
                .doesNotContain(OldApplication.STARTED);
        assertThat(run.exitCode()).isNotZero();
    }

    @Test
    void the_same_application_without_the_starter_starts() throws Exception {
        ForkedJvm run = run();
        assertThat(run.output()).contains(OldApplication.STARTED);
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.7", "3.0.0", "2.7.18", "3.6.0-SNAPSHOT"})
    void older_lines_are_refused(String version) {
        assertThatExceptionOfType(UnsupportedSpringBootException.class)
                .isThrownBy(() -> SpringBootVersionCheck.check(version))
                .withMessageContaining(version);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"4.0.7", "4.1.2", "5.0.0-M1", "unknown"})
    void newer_and_unknown_ones_are_not(@Nullable String version) {
        assertThatCode(() -> SpringBootVersionCheck.check(version)).doesNotThrowAnyException();
    }

    private ForkedJvm run(String... more) throws Exception {
        List<String> classPath = new ArrayList<>(List.of(more));
        try (Stream<Path> jars = Files.list(Path.of("target", "boot3"))) {
            jars.map(Path::toString).forEach(classPath::add);
        }
        // The application alone, so that nothing else of the tests gets in.
        String name = OldApplication.class.getName().replace('.', '/') + ".class";
        Path copy = this.directory.resolve(name);
        Files.createDirectories(copy.getParent());
        Files.copy(Path.of(ForkedJvm.locationOf(OldApplication.class)).resolve(name), copy);
        classPath.add(this.directory.toString());
        return ForkedJvm.run(OldApplication.class, classPath, this.directory);
    }
}
