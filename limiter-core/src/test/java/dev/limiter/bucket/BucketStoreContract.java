package dev.limiter.bucket;

import dev.limiter.contour.Contour;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * What every bucket store is held to, in virtual time: the same tables for each. Extend it and say how a store is made;
 * it is spoken to through the SPI alone.
 */
public abstract class BucketStoreContract
        implements ScheduleContract,
                SeveralLimitsContract,
                AskContract,
                RateContract,
                GiveBackContract,
                PauseContract,
                PauseRowContract,
                PauseScopeContract,
                PauseNewsContract,
                LimitsChangeContract,
                ClockContract,
                RandomHistoryContract {

    private final List<BucketStore> started = new ArrayList<>();

    /** An empty store that reads this clock and no other. It is closed when the test is over. */
    protected abstract BucketStore store(VirtualTicker ticker);

    @Override
    public final TimedStore start(Contour contour) {
        VirtualTicker ticker = new VirtualTicker();
        BucketStore store = store(ticker);
        this.started.add(store);
        return new TimedStore(store, ticker, contour);
    }

    /** Enough for a store behind a connection; one in memory can do more. */
    @Override
    public int histories() {
        return 200;
    }

    @AfterEach
    void closeStores() {
        this.started.forEach(BucketStore::close);
    }
}
