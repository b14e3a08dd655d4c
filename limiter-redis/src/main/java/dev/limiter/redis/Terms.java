package dev.limiter.redis;

import dev.limiter.bucket.Bucket;
import dev.limiter.contour.Limit;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.StartingBalance;
import java.math.BigInteger;
import java.time.Duration;

/** By which terms a bucket is judged, as the script reads them. */
final class Terms {

    private Terms() {}

    static byte[] of(Bucket bucket) {
        Doubles terms = new Doubles(3 + 5 * bucket.limits().size());
        terms.add(bucket.startingBalance() == StartingBalance.EMPTY);
        terms.add(bucket.pausePolicy().resume() == Resume.EMPTY);
        terms.add(micros(bucket.pausePolicy().fallback()));
        bucket.limits().forEach(limit -> terms.add(micros(limit.arrivalJitter())));
        for (Limit limit : bucket.limits()) {
            BigInteger period = BigInteger.valueOf(micros(limit.rate().period()));
            BigInteger permits = BigInteger.valueOf(limit.rate().permits());
            BigInteger divisor = period.gcd(permits);
            BigInteger unit = permits.divide(divisor);
            BigInteger[] permitTime = period.divide(divisor).divideAndRemainder(unit);
            terms.add(limit.capacity())
                    .add(permitTime[0].longValueExact())
                    .add(permitTime[1].longValueExact())
                    .add(unit.longValueExact());
        }
        return terms.toBytes();
    }

    static long micros(Duration duration) {
        return duration.getSeconds() * 1_000_000L + duration.getNano() / 1000;
    }
}
