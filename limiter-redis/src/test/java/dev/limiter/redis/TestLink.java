package dev.limiter.redis;

import dev.limiter.bucket.VirtualTicker;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A server, and one link to it for all stores of a test class. */
record TestLink(RedisServer server, RedisLink link) implements AutoCloseable {

    /** The server's clock is another one than ours. */
    static final long AHEAD = 1_234_567_891L;

    static TestLink start(Version version) {
        RedisServer server = RedisServer.start(version);
        RedisLink link = RedisLink.open(OwnClient.like(settings(server), RedisLink.RECONNECT_DELAY));
        Await.until("a connection", link::isConnected);
        return new TestLink(server, link);
    }

    static LettuceConnectionFactory settings(RedisServer server) {
        return new LettuceConnectionFactory("127.0.0.1", server.port());
    }

    /** A store in virtual time: the only place where the script is told what time it is. */
    RedisBucketStore storeAt(VirtualTicker ticker) {
        return storeAt(ticker, ticker);
    }

    /** Likewise, with a clock of the server's that is moved apart from the process's. */
    RedisBucketStore storeAt(VirtualTicker ticker, VirtualTicker serverClock) {
        long[] latest = {serverClock.micros()};
        return new RedisBucketStore(
                this.link,
                false,
                new StoreSettings(
                        ticker,
                        () -> {
                            // as the store's own clock, it stands still where a test moves it back
                            latest[0] = (ticker == serverClock)
                                    ? Math.max(latest[0], serverClock.micros())
                                    : serverClock.micros();
                            return latest[0] + AHEAD;
                        },
                        Duration.ofSeconds(10)));
    }

    @Override
    public void close() {
        this.link.close();
        this.server.close();
    }
}
