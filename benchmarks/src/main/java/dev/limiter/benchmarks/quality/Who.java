package dev.limiter.benchmarks.quality;

/** Who keeps the limit. */
enum Who {
    LIMITER("Limiter"),
    BUCKET4J("Bucket4j, as documented"),
    BUCKET4J_SAFE("Bucket4j, safe by hand"),
    REDISSON("Redisson, as documented"),
    REDISSON_SAFE("Redisson, safe by hand");

    final String title;

    Who(String title) {
        this.title = title;
    }

    boolean isSafe() {
        return this == BUCKET4J_SAFE || this == REDISSON_SAFE;
    }
}
