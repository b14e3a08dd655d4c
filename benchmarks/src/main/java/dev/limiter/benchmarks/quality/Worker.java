package dev.limiter.benchmarks.quality;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One process that calls the server: reads an {@link Order} a line, and answers each with a {@link Callers.Tally}. */
final class Worker {

    private Worker() {}

    /** Runs until its standard input ends, which it does at the latest when the driver does. */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        // whatever else writes there must not come between
        System.setOut(System.err);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Callers callers = new Callers();
        try (Takers takers = new Takers(Integer.parseInt(args[0]))) {
            answers.println("ready");
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                Order order = Order.read(line);
                Taker taker = order.metered()
                        ? takers.of(order.who(), order.cell(), order.key())
                        : takers.warm(order.who(), order.key());
                answers.println(callers.run(taker, order).toLine());
            }
        }
    }
}
