package dev.limiter.bucket;

/** What a call has made of a pause. */
record PauseChange(Pause before, Pause after) {

    static final PauseChange NONE = new PauseChange(Pause.NONE, Pause.NONE);

    /** Whether those who listen are to hear of it. */
    boolean isNews() {
        return this.before.number() != this.after.number();
    }
}
