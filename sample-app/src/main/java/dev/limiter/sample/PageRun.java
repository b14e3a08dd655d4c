package dev.limiter.sample;

import dev.limiter.sample.page.Page;
import dev.limiter.sample.process.SharedRedis;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;

/** Shows the page until somebody ends the process, and leaves nothing behind. */
final class PageRun {

    private final Options options;
    private final int port;
    private final PrintStream out;

    PageRun(Options options, int port, PrintStream out) {
        this.options = options;
        this.port = port;
        this.out = out;
    }

    /** Returns when its thread is interrupted. */
    void run() {
        requireFree(this.port);
        SharedRedis redis = this.options.sharing().openRedis();
        this.out.printf("Starting a simulated API and %d workers that share a Redis ...%n", this.options.workers());
        Page page = Page.start(this.port, this.options.workers(), redis);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            // Workers whose Redis goes first say so.
            page.close();
            redis.close();
        }));
        this.out.printf("Open %s on this machine. Ctrl-C ends it.%n", page.address());
        this.out.flush();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Before anything is started: the page itself comes last. */
    private static void requireFree(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (IOException ex) {
            throw new UsageException("--page: port %d cannot be used (%s); --page=0 takes one that is free"
                    .formatted(port, ex.getMessage()));
        }
    }
}
