package io.backoff.config;

/** Whether the attempts of a policy are paced to the rate a callee allows. */
public enum PaceMode {
    /** Attempts begin when their delays are over. */
    OFF,
    /** While the callee throttles, attempts begin one after the other, at the rate that it allows. */
    ADAPTIVE
}
