package dev.limiter.sample;

import dev.limiter.contour.Quota;
import dev.limiter.sample.api.OtherClient;
import dev.limiter.sample.process.Chaos;
import dev.limiter.sample.worker.Destination;
import dev.limiter.spring.test.RetryAfterForm;
import dev.limiter.spring.test.ServerQuota;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which options there are, and what they mean. */
final class CommandLine {

    private static final List<String> SIMULATED =
            List.of("parts", "quota-model", "retry-after", "other-client", "pause", "store", "redis", "chaos");
    private static final List<String> PAGE = List.of("page");

    private static final List<String> REAL = List.of("base-url", "token", "quota");
    private static final List<String> BOTH = List.of("workers", "records", "help");

    /** What the page has buttons for, or keeps as it is. */
    private static final List<String> NOT_ON_PAGE =
            List.of("parts", "quota-model", "retry-after", "other-client", "pause", "store", "chaos", "records");

    private static final Map<String, ServerQuota.Model> QUOTA_MODELS = new LinkedHashMap<>();
    private static final Map<String, RetryAfterForm> RETRY_AFTER_FORMS = new LinkedHashMap<>();
    private static final Map<String, Sharing.Store> STORES = new LinkedHashMap<>();
    private static final Map<String, Chaos> CHAOS = new LinkedHashMap<>();

    static {
        QUOTA_MODELS.put("token-bucket", ServerQuota.Model.TOKEN_BUCKET);
        QUOTA_MODELS.put("fixed-window", ServerQuota.Model.FIXED_WINDOW);
        QUOTA_MODELS.put("sliding-window", ServerQuota.Model.SLIDING_WINDOW);
        QUOTA_MODELS.put("leaky-bucket", ServerQuota.Model.LEAKY_BUCKET);
        RETRY_AFTER_FORMS.put("seconds", RetryAfterForm.DELAY_SECONDS);
        RETRY_AFTER_FORMS.put("http-date", RetryAfterForm.HTTP_DATE);
        STORES.put("memory", Sharing.Store.MEMORY);
        STORES.put("redis", Sharing.Store.REDIS);
        CHAOS.put("kill-redis", Chaos.KILL_REDIS);
        CHAOS.put("flush", Chaos.FLUSH);
        CHAOS.put("pause", Chaos.PAUSE);
    }

    private static final Pattern PARTS = Pattern.compile("[" + Options.ALL_PARTS + "]+");
    private static final Pattern SECONDS = Pattern.compile("(\\d{1,4})s");
    private static final int LONGEST_PAUSE = 300;
    private static final Pattern OTHER_CLIENT = Pattern.compile("([1-9]\\d{0,2})(%|/s)");

    private CommandLine() {}

    /**
     * The options of a command line.
     *
     * @throws UsageException when it cannot be used: says what can stand there instead
     */
    static Options parse(String[] args, Map<String, String> environment) {
        List<String> known =
                Stream.of(SIMULATED, PAGE, REAL, BOTH).flatMap(List::stream).toList();
        Arguments arguments = Arguments.parse(args, known);
        boolean real = arguments.has("base-url");
        if (real) {
            arguments.refuse(SIMULATED, "the simulated API, so not with --base-url");
            arguments.refuse(PAGE, "the simulated API, so not with --base-url");
        } else {
            arguments.refuse(REAL, "--base-url");
        }
        boolean page = arguments.has("page");
        if (page) {
            arguments.refuse(NOT_ON_PAGE, "the demonstration, so not with --page");
        }
        Destination destination = real ? RealDestination.of(arguments, environment) : null;
        return new Options(
                arguments.has("help"),
                parts(arguments),
                arguments.number("workers", page ? 3 : 4, real ? 1 : 2, 16),
                path(arguments),
                arguments.choice("quota-model", QUOTA_MODELS),
                arguments.choice("retry-after", RETRY_AFTER_FORMS),
                otherClient(arguments),
                pause(arguments),
                sharing(arguments),
                page ? arguments.number("page", 0, 0, 65_535) : null,
                destination,
                quota(arguments));
    }

    private static String parts(Arguments arguments) {
        String parts = arguments.get("parts", Options.ALL_PARTS);
        if (!PARTS.matcher(parts).matches()) {
            throw new UsageException("--parts is letters of %s, such as de".formatted(Options.ALL_PARTS));
        }
        if (!parts.contains("d")) {
            arguments.refuse(List.of("chaos"), "(d), which --parts leaves out");
        }
        return parts;
    }

    private static String quota(Arguments arguments) {
        String quota = arguments.get("quota", "3000/5m");
        try {
            Quota.parse(quota);
        } catch (IllegalArgumentException ex) {
            throw new UsageException("--quota: " + ex.getMessage());
        }
        return quota;
    }

    private static @Nullable OtherClient otherClient(Arguments arguments) {
        String value = arguments.get("other-client");
        if (value == null) {
            return null;
        }
        Matcher matcher = OTHER_CLIENT.matcher(value);
        if (matcher.matches()) {
            int requests = Integer.parseInt(matcher.group(1));
            boolean share = matcher.group(2).equals("%");
            if (!share || requests <= BatchCase.MOST_FOR_OTHERS) {
                OtherClient other = share ? OtherClient.share(requests) : OtherClient.perSecond(requests);
                if (BatchCase.shareOf(other) <= BatchCase.MOST_FOR_OTHERS) {
                    return other;
                }
            }
        }
        throw new UsageException(
                "--other-client is a share of the quota, 1%% to %d%%, or so many requests a second, such as 5/s"
                        .formatted(BatchCase.MOST_FOR_OTHERS));
    }

    private static Duration pause(Arguments arguments) {
        Matcher matcher = SECONDS.matcher(arguments.get("pause", "2s"));
        int seconds = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        if (seconds < 1 || seconds > LONGEST_PAUSE) {
            throw new UsageException("--pause is a time from 1s to %ds".formatted(LONGEST_PAUSE));
        }
        return Duration.ofSeconds(seconds);
    }

    private static Sharing sharing(Arguments arguments) {
        String redis = arguments.get("redis");
        if (redis != null) {
            arguments.refuse(List.of("chaos"), "a Redis that the sample starts itself, so not with --redis");
            if (!isRedis(redis)) {
                throw new UsageException("--redis looks like redis://127.0.0.1:6379");
            }
        }
        return new Sharing(
                arguments.choice("store", STORES),
                redis,
                arguments.has("chaos") ? arguments.choice("chaos", CHAOS) : null);
    }

    private static boolean isRedis(String address) {
        try {
            URI url = new URI(address);
            return List.of("redis", "rediss").contains(url.getScheme()) && url.getHost() != null;
        } catch (URISyntaxException ex) {
            return false;
        }
    }

    private static @Nullable Path path(Arguments arguments) {
        String file = arguments.get("records");
        return (file != null) ? Path.of(file) : null;
    }

    /** What {@code --help} says. */
    static String help() {
        try (InputStream text = CommandLine.class.getResourceAsStream("/help.txt")) {
            return new String(Objects.requireNonNull(text, "help.txt").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
