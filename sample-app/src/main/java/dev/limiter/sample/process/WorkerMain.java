package dev.limiter.sample.process;

import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Reason;
import dev.limiter.sample.worker.Terms;
import dev.limiter.sample.worker.Worker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A worker's process. Its arguments are its name, the API's address, the profile, and properties as
 * {@code --name=value}. It takes orders until its standard input ends, and then ends at once, whatever it does.
 */
public final class WorkerMain {

    private WorkerMain() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // what anybody prints must not stand between the messages
        System.setOut(System.err);
        Consumer<Message> messages = message -> out.println(message.line());
        Watch watch = new Watch(messages);
        Terms terms = new Terms(
                Destination.of(URI.create(args[1])),
                args[2],
                properties(List.of(args).subList(3, args.length)),
                watch);
        Desk desk = new Desk(() -> Worker.start(args[0], terms, null), watch, messages);
        obey(desk, new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        System.exit(0);
    }

    /** Orders are obeyed one after the other; that there are no more is seen while one is. */
    private static void obey(Desk desk, BufferedReader orders) throws IOException {
        Executor obeying = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "desk");
            thread.setUncaughtExceptionHandler((failed, failure) -> fail(failure));
            return thread;
        });
        obeying.execute(desk::open);
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            Order order = Order.parse(line);
            obeying.execute(() -> desk.obey(order));
        }
    }

    private static void fail(Throwable failure) {
        System.err.println(Reason.of(failure));
        System.exit(1);
    }

    private static Map<String, String> properties(List<String> arguments) {
        return arguments.stream()
                .map(argument -> argument.substring(2).split("=", 2))
                .collect(Collectors.toMap(property -> property[0], property -> property[1]));
    }
}
