package dev.limiter.bucket;

import dev.limiter.contour.Contour;

/** What each part of the contract needs. */
interface StoreContract {

    /** A new store with a clock of its own, and the only bucket of the contour. Closed when the test is over. */
    TimedStore start(Contour contour);

    /** How many random histories are worth their time. */
    int histories();
}
