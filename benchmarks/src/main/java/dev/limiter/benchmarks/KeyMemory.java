package dev.limiter.benchmarks;

import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a key in use holds of the heap, beside its name: of one contour, in memory, each key having taken one permit; beside
 * other limiters that know keys. And that keys which nobody uses any more leave. {@code KeyMemory [keys [rounds
 * [file.json]]]}: 1,000,000 keys, 3 rounds; to be run with a heap of 5 GB and the serial collector.
 */
public final class KeyMemory {

    /** The bucket is not full again while it is looked at. */
    private static final Duration HELD = Duration.ofHours(1);

    /** The bucket is full again, and its key may leave, so long after its last permit. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    private static final long PATIENCE_SECONDS = 60;

    /** So many bytes come and go by themselves. */
    private static final long NOTHING = 100_000;

    private final List<String> keys;

    private final Map<String, List<Double>> figures = new LinkedHashMap<>();

    private KeyMemory(int keys) {
        this.keys = IntStream.range(0, keys).mapToObj(i -> "tenant-" + i).toList();
    }

    /** Measures, and prints a table. */
    public static void main(String[] args) throws IOException, InterruptedException {
        KeyMemory driver = new KeyMemory((args.length > 0) ? Integer.parseInt(args[0]) : 1_000_000);
        int rounds = (args.length > 1) ? Integer.parseInt(args[1]) : 3;
        for (int round = 1; round <= rounds; round++) {
            System.err.printf("KeyMemory: round %d of %d%n", round, rounds);
            driver.held();
            driver.heldByOthers();
            driver.idle();
        }
        if (args.length > 2) {
            Files.writeString(Path.of(args[2]), driver.json());
        }
        System.out.print(driver.table());
    }

    private void held() throws InterruptedException {
        try (GateRegistry registry = registry(HELD)) {
            add("bytes a key: Limiter", bytesOf(Keyed.of(registry, "tenants")) / this.keys.size());
        }
    }

    private void heldByOthers() throws InterruptedException {
        for (Map.Entry<String, Keyed> other : Keyed.others().entrySet()) {
            add("bytes a key: " + other.getKey(), bytesOf(other.getValue()) / this.keys.size());
        }
    }

    private double bytesOf(Keyed limiters) throws InterruptedException {
        long before = usedBytes();
        for (String key : this.keys) {
            limiters.take(key);
        }
        long after = usedBytes();
        Reference.reachabilityFence(limiters);
        return after - before;
    }

    private void idle() throws InterruptedException {
        try (GateRegistry registry = registry(IDLE)) {
            Keyed limiters = Keyed.of(registry, "tenants");
            long before = usedBytes();
            int most = 0;
            for (String key : this.keys) {
                limiters.take(key);
                most = Math.max(most, registry.size());
            }
            long begun = System.nanoTime();
            while (registry.size() > 0 && secondsSince(begun) < PATIENCE_SECONDS) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            add("idle keys: the most at once", most);
            add("idle keys: seconds after the last permit until they have left", secondsSince(begun));
            add("idle keys: left behind", registry.size());
            add("idle keys: kB that the registry still holds", (usedBytes() - before) / 1e3);
        }
    }

    private GateRegistry registry(Duration refill) {
        Contour contour = Contour.named("tenants")
                .limit(new Rate(1, refill), 1)
                .maxKeys(3 * this.keys.size())
                .build();
        return GateRegistry.builder(new InMemoryBucketStore())
                .contours(List.of(contour))
                .build();
    }

    private static double secondsSince(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Collected until nothing more goes: what was closed lets go of its threads a little later. */
    private static long usedBytes() throws InterruptedException {
        long used = Long.MAX_VALUE;
        for (long before = 0; used != before; ) {
            before = used;
            System.gc();
            TimeUnit.MILLISECONDS.sleep(100);
            long now = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            used = (now < before - NOTHING) ? now : before;
        }
        return used;
    }

    private void add(String name, double figure) {
        this.figures.computeIfAbsent(name, absent -> new ArrayList<>()).add(figure);
    }

    private Spread spread(String name) {
        return Spread.of(this.figures.getOrDefault(name, List.of()).stream().mapToDouble(each -> each));
    }

    private String table() {
        return this.figures.keySet().stream()
                .map(name -> "| " + name + " | " + spread(name).text("%,.1f") + " |\n")
                .collect(Collectors.joining(
                        "", String.format(Locale.ROOT, "### %,d keys%n%n| | |%n|---|---|%n", this.keys.size()), ""));
    }

    private String json() {
        return this.figures.keySet().stream()
                .map(name -> "  \"" + name + "\": " + spread(name).json())
                .collect(Collectors.joining(",\n", "{\n  \"keys\": " + this.keys.size() + ",\n", "\n}\n"));
    }
}
