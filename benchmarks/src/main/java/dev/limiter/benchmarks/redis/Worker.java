package dev.limiter.benchmarks.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One process that takes permits: reads a {@link Load} a line, and answers each with a {@link Callers.Tally}. */
final class Worker {

    private Worker() {}

    /** Runs until its standard input ends, which it does at the latest when the driver does. */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        // whatever else writes there must not come between
        System.setOut(System.err);
        BufferedReader loads = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Peers peers = new Peers(Integer.parseInt(args[0]))) {
            answers.println("ready");
            for (String line = loads.readLine(); line != null; line = loads.readLine()) {
                Load load = Load.read(line);
                answers.println(new Callers(peers.open(load), load, peers.application())
                        .run()
                        .toLine());
            }
        }
    }
}
