package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.sample.api.OtherClient;
import dev.limiter.sample.process.Chaos;
import dev.limiter.sample.worker.Destination;
import dev.limiter.spring.test.RetryAfterForm;
import dev.limiter.spring.test.ServerQuota;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTests {

    private static final Map<String, String> NO_ENVIRONMENT = Map.of();

    @Test
    void without_options_it_is_the_demonstration_with_its_defaults() {
        assertThat(parse())
                .isEqualTo(new Options(
                        false,
                        "abcde",
                        4,
                        null,
                        ServerQuota.Model.TOKEN_BUCKET,
                        RetryAfterForm.DELAY_SECONDS,
                        null,
                        Duration.ofSeconds(2),
                        Sharing.DEFAULT,
                        null,
                        null,
                        "3000/5m"));
    }

    @Test
    void each_option_of_the_simulated_api_is_read() {
        assertThat(parse(
                        "--workers=3",
                        "--records=my.jsonl",
                        "--quota-model=leaky-bucket",
                        "--retry-after=http-date",
                        "--other-client=25%",
                        "--pause=90s"))
                .isEqualTo(new Options(
                        false,
                        "abcde",
                        3,
                        Path.of("my.jsonl"),
                        ServerQuota.Model.LEAKY_BUCKET,
                        RetryAfterForm.HTTP_DATE,
                        OtherClient.share(25),
                        Duration.ofSeconds(90),
                        Sharing.DEFAULT,
                        null,
                        null,
                        "3000/5m"));
        assertThat(parse("--other-client=5/s").otherClient()).isEqualTo(OtherClient.perSecond(5));
    }

    @Test
    void which_parts_are_shown_is_read() {
        Options one = parse("--parts=e");
        assertThat(one.parts()).isEqualTo("e");
        assertThat(one.shows("e")).isTrue();
        assertThat(one.shows("de")).isTrue();
        assertThat(one.shows("abcd")).isFalse();
        assertThat(parse("--parts=ed", "--chaos=flush").shows("d")).isTrue();
        assertThat(parse().shows("a")).isTrue();
    }

    @Test
    void where_the_workers_run_and_what_befalls_their_redis_is_read() {
        assertThat(parse("--store=redis").sharing()).isEqualTo(new Sharing(Sharing.Store.REDIS, null, null));
        assertThat(parse("--store=memory").sharing()).isEqualTo(Sharing.DEFAULT);
        assertThat(parse("--store=redis", "--redis=rediss://me:s3cret@a.org").sharing())
                .isEqualTo(new Sharing(Sharing.Store.REDIS, "rediss://me:s3cret@a.org", null));
        assertThat(parse("--chaos=kill-redis").sharing().chaos()).isEqualTo(Chaos.KILL_REDIS);
        assertThat(parse("--chaos=flush").sharing().chaos()).isEqualTo(Chaos.FLUSH);
        assertThat(parse("--chaos=pause").sharing().chaos()).isEqualTo(Chaos.PAUSE);
    }

    @Test
    void a_page_has_three_workers_where_nobody_says_how_many() {
        assertThat(parse("--page=8080").page()).isEqualTo(8080);
        assertThat(parse("--page=8080").workers()).isEqualTo(3);
        assertThat(parse("--page=0", "--workers=5", "--redis=redis://127.0.0.1:6379"))
                .satisfies(options -> {
                    assertThat(options.page()).isZero();
                    assertThat(options.workers()).isEqualTo(5);
                    assertThat(options.sharing().redis()).isEqualTo("redis://127.0.0.1:6379");
                });
        assertThat(parse().page()).isNull();
    }

    @Test
    void a_real_api_takes_its_token_from_the_environment_or_the_option() {
        Options options = CommandLine.parse(
                new String[] {"--base-url=https://api.example.org/", "--quota=60/1m", "--workers=1"},
                Map.of("LIMITER_SAMPLE_TOKEN", "s3cret"));
        Destination destination = Objects.requireNonNull(options.destination());
        assertThat(destination.baseUrl()).isEqualTo(URI.create("https://api.example.org"));
        assertThat(options.quota()).isEqualTo("60/1m");
        assertThat(options.toString()).doesNotContain("s3cret");
        assertThat(parse("--base-url=http://127.0.0.1:8080", "--token=s3cret").destination())
                .isNotNull();
    }

    @Test
    void a_token_in_the_environment_alone_changes_nothing() {
        assertThat(CommandLine.parse(new String[0], Map.of("LIMITER_SAMPLE_TOKEN", "s3cret")))
                .isEqualTo(parse());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --quota-model=bucket        | --quota-model is one of token-bucket, fixed-window, sliding-window, leaky-bucket
            --retry-after=2             | --retry-after is one of seconds, http-date
            --other-client=81%          | --other-client is a share of the quota, 1% to 80%, or so many requests a second, such as 5/s
            --other-client=0%           | --other-client is a share of the quota
            --other-client=17/s         | --other-client is a share of the quota
            --other-client=half         | --other-client is a share of the quota
            --pause=2                   | --pause is a time from 1s to 300s
            --pause=0s                  | --pause is a time from 1s to 300s
            --pause=301s                | --pause is a time from 1s to 300s
            --workers=1                 | --workers is a number from 2 to 16
            --workers=many              | --workers is a number from 2 to 16
            --workers=                  | --workers needs a value: --workers=...
            --records                   | --records needs a value: --records=...
            --worker=4                  | There is no option --worker; there are --parts, --quota-model, --retry-after
            --parts=f                   | --parts is letters of abcde, such as de
            --parts=                    | --parts needs a value: --parts=...
            --store=disk                | --store is one of memory, redis
            --chaos=fire                | --chaos is one of kill-redis, flush, pause
            --page=                     | --page needs a value: --page=...
            --page=65536                | --page is a number from 0 to 65535
            --page=http                 | --page is a number from 0 to 65535
            --redis=127.0.0.1:6379      | --redis looks like redis://127.0.0.1:6379
            --redis=redis:s3cret        | --redis looks like redis://127.0.0.1:6379
            --redis=redis://s3cret org  | --redis looks like redis://127.0.0.1:6379
            s3cret                      | An option looks like --name=value; there are --parts, --quota-model
            --token=s3cret              | --token goes only with --base-url
            --quota=60/1m               | --quota goes only with --base-url
            --base-url=https://a.org    | --base-url needs a token: set the environment variable LIMITER_SAMPLE_TOKEN
            """)
    void what_it_cannot_use_it_refuses_and_says_what_it_can(String argument, String message) {
        assertRefused(message, argument);
    }

    @Test
    void what_does_not_go_together_is_refused() {
        String url = "--base-url=https://a.org";
        assertRefused("--workers is given twice", "--workers=2", "--workers=3");
        assertRefused("--pause goes only with the simulated API", url, "--token=s3cret", "--pause=2s");
        assertRefused("--store goes only with the simulated API", url, "--token=s3cret", "--store=redis");
        assertRefused(
                "--chaos goes only with a Redis that the sample starts itself",
                "--redis=redis://:s3cret@127.0.0.1",
                "--chaos=flush");
        assertRefused("--chaos goes only with (d), which --parts leaves out", "--parts=e", "--chaos=flush");
        assertRefused("--parts goes only with the simulated API", url, "--token=s3cret", "--parts=e");
        assertRefused("--page goes only with the simulated API", url, "--token=s3cret", "--page=8080");
        assertRefused("--parts goes only with the demonstration, so not with --page", "--page=8080", "--parts=e");
        assertRefused("--records goes only with the demonstration", "--page=8080", "--records=my.jsonl");
        assertRefused("--quota: ", url, "--token=s3cret", "--quota=60");
        assertRefused("The token cannot be used", url, "--token=s3cret with space");
    }

    @Test
    void an_address_that_gives_the_token_away_or_makes_no_sense_is_refused_without_being_repeated() {
        assertRefused("--base-url must begin with https", "--base-url=http://api.example.org", "--token=s3cret");
        assertRefused("--base-url is an address alone", "--base-url=https://me:s3cret@a.org", "--token=s3cret");
        assertRefused("--base-url is an address alone", "--base-url=https://a.org?key=s3cret", "--token=s3cret");
        assertRefused("--base-url looks like", "--base-url=ftp://a.org", "--token=s3cret");
        assertRefused("--base-url looks like", "--base-url=a.org", "--token=s3cret");
        assertRefused("--base-url is not a URL", "--base-url=https://s3cret org", "--token=s3cret");
    }

    @Test
    void help_names_every_option_and_fits_a_terminal() {
        assertThat(parse("--help").help()).isTrue();
        assertThat(CommandLine.help())
                .contains("--quota-model", "--retry-after", "--other-client", "--pause", "--workers", "--records")
                .contains("--parts=", "--store=", "--redis=", "--chaos=", "--page=")
                .contains("--base-url", "--token", "--quota=", RealDestination.TOKEN_VARIABLE)
                .satisfies(text -> assertThat(text.lines())
                        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100)));
    }

    private static Options parse(String... args) {
        return CommandLine.parse(args, NO_ENVIRONMENT);
    }

    private static void assertRefused(String message, String... args) {
        assertThatThrownBy(() -> CommandLine.parse(args, NO_ENVIRONMENT))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message)
                .message()
                .doesNotContain("s3cret");
    }
}
