package dev.limiter.bucket;

/** A pause as it was before a call and as it is after it. */
record PauseChange(Pause before, Pause after) {

    static final PauseChange NONE = new PauseChange(Pause.NONE, Pause.NONE);

    /** Whether those who listen are to hear of it. */
    boolean isNews() {
        return this.before.number() != this.after.number();
    }
}
