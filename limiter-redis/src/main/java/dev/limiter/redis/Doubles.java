package dev.limiter.redis;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Numbers for the script: big-endian doubles, one after the other. All are whole and below 2^53, so none is rounded. */
final class Doubles {

    private static final long MOST = 1L << 52;

    private double[] numbers;

    private int size;

    Doubles(int expected) {
        this.numbers = new double[expected];
    }

    static byte[] of(long... numbers) {
        Doubles all = new Doubles(numbers.length);
        for (long number : numbers) {
            all.add(number);
        }
        return all.toBytes();
    }

    /** Several of those, one after the other. */
    static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** What is beyond ±2^52, such as "for ever", becomes that: 142 years. */
    Doubles add(long number) {
        if (this.size == this.numbers.length) {
            this.numbers = Arrays.copyOf(this.numbers, this.size * 2 + 8);
        }
        this.numbers[this.size++] = Math.max(-MOST, Math.min(MOST, number));
        return this;
    }

    Doubles add(boolean flag) {
        return add(flag ? 1 : 0);
    }

    byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(this.size * Double.BYTES);
        for (int i = 0; i < this.size; i++) {
            bytes.putDouble(this.numbers[i]);
        }
        return bytes.array();
    }
}
