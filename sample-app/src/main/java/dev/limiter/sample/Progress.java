package dev.limiter.sample;

import java.time.Duration;

/** Shows how far a run is. Its methods may be called by several threads. */
interface Progress {

    /** A run of so many records is prepared. */
    void begin(String name, int records);

    /** It goes. */
    default void follow(Scene scene) {}

    /** One record has come to its end. */
    default void step() {}

    /** A moment has passed. */
    default void tick() {}

    /** Something has happened to it from outside. */
    default void happened(String what) {}

    /** It is over, and took so long. */
    void end(Duration time);
}
