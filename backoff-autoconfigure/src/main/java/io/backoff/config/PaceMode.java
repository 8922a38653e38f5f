package io.backoff.config;

/** Whether the calls of a policy look for the rate that a callee allows. */
public enum PaceMode {
    /** Attempts begin when their delays are over. */
    OFF,
    /** While the callee throttles, attempts begin one after the other, at the rate that it allows. */
    ADAPTIVE
}
