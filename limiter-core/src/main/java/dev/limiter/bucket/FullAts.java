package dev.limiter.bucket;

import java.util.ArrayList;
import java.util.List;

/**
 * The states of a bucket's limits, written over in place: a charge leaves no garbage. Not safe for use by several threads at
 * once.
 */
final class FullAts {

    /** Of each limit its microseconds, then its rest. */
    private final long[] numbers;

    FullAts(int limits) {
        this.numbers = new long[2 * limits];
    }

    int size() {
        return this.numbers.length / 2;
    }

    FullAt get(int limit) {
        return new FullAt(this.numbers[2 * limit], this.numbers[2 * limit + 1]);
    }

    void set(int limit, FullAt fullAt) {
        this.numbers[2 * limit] = fullAt.micros();
        this.numbers[2 * limit + 1] = fullAt.rest();
    }

    List<FullAt> toList() {
        List<FullAt> all = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            all.add(get(i));
        }
        return all;
    }
}
