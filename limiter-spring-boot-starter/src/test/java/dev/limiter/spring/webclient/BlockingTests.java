package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.ForkedJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockingTests {

    @Test
    void p54_p78_no_thread_of_an_event_loop_is_ever_blocked(@TempDir Path directory) throws Exception {
        ForkedJvm run = ForkedJvm.run(
                BlockingCheck.class,
                List.of(System.getProperty("java.class.path").split(File.pathSeparator)),
                directory,
                "-XX:+AllowRedefinitionToAddDeleteMethods",
                "-Xmx256m");
        assertThat(run.output()).contains("self-test found 1");
        assertThat(run.output()).containsPattern("answered 2\\d\\d").contains("answered after the dark ");
        assertThat(run.output()).endsWith("found 0" + System.lineSeparator());
        assertThat(run.exitCode()).isZero();
    }
}
