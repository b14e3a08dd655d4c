package dev.limiter.benchmarks;

/**
 * How long it may take.
 *
 * @param rounds how often everything is measured, each time in new JVMs
 * @param warmUpMillis of each benchmark in each round
 * @param iterationMillis of each of its {@value #ITERATIONS} measured iterations
 * @param starts of the web application, with and without the starter each
 */
record Effort(int rounds, int warmUpMillis, int iterationMillis, int starts) {

    static final int ITERATIONS = 4;

    static final Effort FULL = new Effort(3, 1_500, 400, 20);

    /** Says whether it works, and little more. */
    static final Effort QUICK = new Effort(1, 500, 150, 4);
}
