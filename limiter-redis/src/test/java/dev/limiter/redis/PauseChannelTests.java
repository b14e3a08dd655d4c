package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Pauses are told to the processes that did not make them. */
class PauseChannelTests {

    private final RedisServer server = RedisServer.start(Version.V7_0);

    private final FaultyProxy proxy = new FaultyProxy(this.server.port());

    private final RedisBucketStore one = new RedisBucketStore(TestLink.settings(this.server));

    private final RedisBucketStore other =
            new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", this.proxy.port()));

    private final Bucket bucket = Bucket.of(Taken.contour("told", "10/s", 10).build(), "tenant:7 é");

    private record Told(String contour, String key, Pause pause) {}

    private final List<Told> told = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void begin() {
        Await.until("connections", () -> this.one.isConnected() && this.other.isConnected());
        this.other.addListener((contour, key, pause) -> this.told.add(new Told(contour, "" + key, pause)));
        Taken.slot(this.other, this.bucket);
        Taken.slot(this.one, this.bucket);
        Await.until("the channel", () -> this.other.hearsOfPauses("told"));
    }

    @AfterEach
    void end() {
        this.one.close();
        this.other.close();
        this.proxy.close();
        this.server.close();
    }

    @Test
    void a_pause_of_another_process_is_told_once_with_its_end_in_our_time() {
        Pause pause = Taken.pause(this.one, this.bucket, Duration.ofSeconds(30));
        Await.until("the news", () -> !this.told.isEmpty());
        Taken.look(this.other, this.bucket);

        assertThat(this.told).hasSize(1);
        Told only = this.told.get(0);
        assertThat(only.contour()).isEqualTo("told");
        assertThat(only.key()).isEqualTo("tenant:7 é");
        assertThat(only.pause().number()).isEqualTo(pause.number());
        assertThat(only.pause().until()).isBetween(pause.until() - 5_000, pause.until() + 100_000);
    }

    @Test
    void a_contours_pause_and_its_early_end_are_told_without_a_key() {
        Taken.pauseContour(this.one, this.bucket, Duration.ofSeconds(30));
        Taken.await(this.one.resume(this.bucket));
        Await.until("the news", () -> this.told.size() == 2);

        assertThat(this.told).extracting(Told::key).containsOnly("null");
        assertThat(this.told.get(1).pause().until())
                .isLessThan(this.told.get(0).pause().until());
    }

    @Test
    void a_pause_of_ones_own_is_told_too() {
        Taken.pause(this.other, this.bucket, Duration.ofSeconds(1));
        Await.until("the news", () -> this.told.size() == 1);
    }

    @Test
    void a_pause_that_was_over_before_this_process_came_is_no_news() {
        Taken.pause(this.one, this.bucket, Duration.ofNanos(1_000));
        try (RedisBucketStore late = new RedisBucketStore(TestLink.settings(this.server))) {
            late.addListener((contour, key, pause) -> this.told.add(new Told("late", "" + key, pause)));
            Await.until("a connection", late::isConnected);
            Await.until("the news", () -> !this.told.isEmpty());
            Await.until(
                    "the end",
                    () -> late.ticker().micros() > this.told.get(0).pause().until());
            Taken.look(late, this.bucket);
            assertThat(this.told).extracting(Told::contour).doesNotContain("late");
        }
    }

    @Test
    void p27_a_pause_is_not_told_for_a_contour_of_a_similar_name() {
        Bucket similar = Taken.bucket("tol", "10/s", 10);
        Bucket longer = Taken.bucket("told:more", "10/s", 10);
        Taken.slot(this.other, similar);
        Taken.slot(this.other, longer);
        Taken.pauseContour(this.one, this.bucket, Duration.ofSeconds(30));
        Await.until("the news", () -> !this.told.isEmpty());

        assertThat(this.told).extracting(Told::contour).containsOnly("told");
        long soon = this.other.ticker().micros() + 1_000_000;
        assertThat(Taken.slot(this.other, similar).at()).isLessThan(soon);
        assertThat(Taken.slot(this.other, longer).at()).isLessThan(soon);
    }

    @Test
    void a_lost_channel_is_known_and_a_later_reply_tells_what_was_missed() {
        this.proxy.loseReplies(true);
        Await.until("the loss", () -> !this.other.hearsOfPauses("told"));
        Taken.pause(this.one, this.bucket, Duration.ofSeconds(30));
        this.proxy.loseReplies(false);
        this.proxy.cut();
        Await.until("an answer", () -> !Taken.fails(this.other.book(this.bucket, Ask.one(1, Long.MIN_VALUE))));
        assertThat(this.told).hasSize(1);
        Await.until("the channel", () -> this.other.hearsOfPauses("told"));
    }
}
