package dev.limiter.spring.docs;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.docs.quickstart.HeartbeatApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application of the quick start, with a server of ours in DataCite's place. */
final class QuickStart implements AutoCloseable {

    private final Upstream dataCite;

    private final ConfigurableApplicationContext context;

    private QuickStart(Upstream dataCite, List<String> settings) {
        this.dataCite = dataCite;
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--datacite.url=" + dataCite.url(),
                "--limiter.contours.datacite.quota=3000/5m",
                "--limiter.contours.datacite.hosts=" + dataCite.host(),
                "--management.endpoints.web.exposure.include=health,limiter",
                "--management.endpoint.limiter.access=unrestricted",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--spring.main.register-shutdown-hook=false"));
        settings.forEach(setting -> arguments.add("--" + setting));
        this.context = new SpringApplicationBuilder(HeartbeatApplication.class)
                .web(WebApplicationType.SERVLET)
                .run(arguments.toArray(String[]::new));
    }

    static QuickStart inMemory(String... more) {
        List<String> settings = new ArrayList<>(List.of(more));
        settings.add("limiter.store=memory");
        return new QuickStart(Upstream.answering(Answer.ok()), settings);
    }

    /** With Redis on a port of this machine. */
    static QuickStart shared(Upstream dataCite, int port) {
        return new QuickStart(
                dataCite, List.of("limiter.store=auto", "spring.data.redis.port=" + port, "limiter.redis.timeout=2s"));
    }

    int port() {
        return Integer.parseInt(this.context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    Upstream dataCite() {
        return this.dataCite;
    }

    /** What a command of the document is answered. */
    String answer(String command) {
        return Curl.parse(command).send(port()).body();
    }

    void resumeAll() {
        GateRegistry registry = this.context.getBean(GateRegistry.class);
        for (String contour : registry.contours()) {
            registry.resume(contour).orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    @Override
    public void close() {
        this.context.close();
        this.dataCite.close();
    }
}
