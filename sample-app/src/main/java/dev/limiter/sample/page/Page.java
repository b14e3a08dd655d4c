package dev.limiter.sample.page;

import dev.limiter.sample.api.SimulatedApi;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.process.SharedRedis;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Team;
import dev.limiter.spring.test.ServerQuota;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The page and all that it shows: a simulated API, workers that deposit there without end, and a web server on 127.0.0.1.
 * The workers are Spring applications in this process, each with a registry, connections and an actuator of its own; what
 * they share is a Redis. Runs until it is closed; the Redis is its caller's. Safe for use by many threads.
 */
public final class Page implements AutoCloseable {

    /** Twice at once what the workers run: a busy laptop sends late. */
    private static final ServerQuota QUOTA = ServerQuota.tokenBucket(20, 10, Duration.ofSeconds(1));

    private final SimulatedApi api;

    private final Controls controls;

    private final Snapshots snapshots;

    private final ConfigurableApplicationContext server;

    private Page(SimulatedApi api, Controls controls, Snapshots snapshots, ConfigurableApplicationContext server) {
        this.api = api;
        this.controls = controls;
        this.snapshots = snapshots;
        this.server = server;
    }

    /**
     * Starts it all; the load is off.
     *
     * @param port where the page is; 0 lets the system choose
     */
    public static Page start(int port, int workers, SharedRedis redis) {
        SimulatedApi api = SimulatedApi.start(SimulatedApiSettings.of(QUOTA));
        try {
            Controls controls = Controls.start(workers, redis, Destination.of(api.baseUrl()));
            Snapshots snapshots = Snapshots.start(controls, new Tally(api, Team.names(workers)));
            try {
                return new Page(api, controls, snapshots, serve(port, controls, snapshots));
            } catch (RuntimeException notStarted) {
                snapshots.close();
                controls.close();
                throw notStarted;
            }
        } catch (RuntimeException notStarted) {
            api.close();
            throw notStarted;
        }
    }

    private static ConfigurableApplicationContext serve(int port, Controls controls, Snapshots snapshots) {
        return new SpringApplicationBuilder(PageApplication.class)
                .web(WebApplicationType.REACTIVE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .profiles("page-server")
                .initializers(context -> {
                    context.getBeanFactory().registerSingleton("controls", controls);
                    context.getBeanFactory().registerSingleton("snapshots", snapshots);
                })
                .run("--server.port=" + port);
    }

    /** Where it is, with a slash at the end. */
    public URI address() {
        String port = this.server.getEnvironment().getRequiredProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    SimulatedApi api() {
        return this.api;
    }

    Controls controls() {
        return this.controls;
    }

    @Override
    public void close() {
        this.snapshots.close();
        this.server.close();
        this.controls.close();
        this.api.close();
    }
}
