package dev.limiter.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which server process we are connected to, and whether it is recent enough. It is checked by one thread. */
final class ServerIdentity {

    private static final Logger logger = LoggerFactory.getLogger(ServerIdentity.class);

    private static final Pattern VERSION = Pattern.compile("redis_version:((\\d+)\\.(\\d+)\\S*)");

    private static final Pattern RUN_ID = Pattern.compile("run_id:(\\S+)");

    private String runId = "";

    private volatile int process;

    private final AtomicInteger generation = new AtomicInteger();

    /** A number by which all tell the process; 0 where that is not known. */
    int process() {
        return this.process;
    }

    int generation() {
        return this.generation.get();
    }

    /**
     * Asks who it is. Where that is not allowed, every new connection counts as one to another process.
     *
     * @throws RedisException where the server is too old
     */
    void check(RedisClusterAsyncCommands<byte[], byte[]> commands, boolean cluster) {
        String info = info(commands);
        checkVersion(info);
        Matcher id = RUN_ID.matcher(info);
        String found = id.find() ? id.group(1) : "";
        if (!cluster && (found.isEmpty() || !found.equals(this.runId))) {
            this.runId = found;
            another(found.isEmpty() ? 0 : (found.hashCode() & Integer.MAX_VALUE) | 1);
        }
    }

    /** From now on it is another process than before: this one. */
    void another(int number) {
        this.process = number;
        this.generation.incrementAndGet();
    }

    private static String info(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        try {
            return commands.info("server").get(1, TimeUnit.SECONDS);
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof RedisCommandExecutionException) {
                logger.debug("the server does not say which one it is", ex);
                return "";
            }
            throw new RedisException(ex.getCause());
        } catch (TimeoutException ex) {
            throw new RedisException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new RedisException(ex);
        }
    }

    static void checkVersion(String info) {
        Matcher version = VERSION.matcher(info);
        if (version.find()) {
            int major = Integer.parseInt(version.group(2));
            int minor = Integer.parseInt(version.group(3));
            if (major < 6 || (major == 6 && minor < 2)) {
                throw new RedisException(
                        "the limiter needs Redis 6.2 or later, or Valkey, but this is Redis " + version.group(1));
            }
        }
    }
}
