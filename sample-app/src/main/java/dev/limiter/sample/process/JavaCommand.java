package dev.limiter.sample.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aot.AotDetector;

/** How another class of this program is started in a JVM of its own: from the same jar, or the same class path. */
final class JavaCommand {

    /** Small, and soon warm: a worker lives for seconds. */
    private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** In the jar that Spring Boot packs, it is what finds the other jars. */
    private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

    private JavaCommand() {}

    static List<String> of(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        if (AotDetector.useGeneratedArtifacts()) {
            command.add("-D" + AotDetector.AOT_ENABLED + "=true");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        if (ClassLoader.getSystemResource(LAUNCHER.replace('.', '/') + ".class") != null) {
            command.add("-Dloader.main=" + main.getName());
            command.add(LAUNCHER);
        } else {
            command.add(main.getName());
        }
        command.addAll(arguments);
        return command;
    }
}
