package dev.limiter.sample.process;

/** What may befall a Redis. */
public enum Chaos {
    KILL_REDIS("Redis killed", "the Redis is killed with kill -9, and restarted empty after half a second"),
    FLUSH("Redis emptied", "the Redis is emptied with FLUSHALL"),
    PAUSE("Redis paused", "the Redis is stopped with CLIENT PAUSE for a second");

    private final String title;
    private final String sentence;

    Chaos(String title, String sentence) {
        this.title = title;
        this.sentence = sentence;
    }

    /** In two words. */
    public String title() {
        return this.title;
    }

    /** What happens. */
    public String sentence() {
        return this.sentence;
    }
}
