package dev.limiter.http;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many repeats a contour may send from this process: a share of its own first attempts, and three more. Each first
 * attempt earns the share, each repeat spends one.
 *
 * <p>In any stretch of traffic with n first attempts there are at most share × (n + {@value #REMEMBERED}) + 3 repeats,
 * and from the start at most share × n + 3. What was earned before the last {@value #REMEMBERED} first attempts is
 * forgotten, so that a quiet day does not pay for a storm. There is no clock in it: a contour without traffic earns
 * nothing and loses nothing.
 *
 * <p>Safe for use by many threads, without locks.
 */
public final class RetryBudget {

    /** How many repeats are there before anything is earned. */
    public static final int FLOOR = 3;

    /** How many first attempts can be saved up. */
    public static final int REMEMBERED = 1000;

    /** One repeat. Whole numbers, so that the share is never exceeded by rounding. */
    private static final long REPEAT = 1_000_000_000;

    private final long earned;

    private final long most;

    private final AtomicLong credit = new AtomicLong(FLOOR * REPEAT);

    /**
     * A budget that holds its floor.
     *
     * @param share repeats for each first attempt, from 0 to 1
     */
    public RetryBudget(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share must be from 0 to 1, but is " + share);
        }
        this.earned = BigDecimal.valueOf(share)
                .multiply(BigDecimal.valueOf(REPEAT))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
        this.most = FLOOR * REPEAT + REMEMBERED * this.earned;
    }

    /** A call sends its first attempt. */
    public void firstAttempt() {
        this.credit.getAndUpdate(left -> Math.min(this.most, left + this.earned));
    }

    /** Takes one repeat if there is one. */
    boolean trySpend() {
        return this.credit.getAndUpdate(left -> (left >= REPEAT) ? left - REPEAT : left) >= REPEAT;
    }

    /** How many repeats could be sent now. */
    public int repeatsLeft() {
        return (int) (this.credit.get() / REPEAT);
    }
}
