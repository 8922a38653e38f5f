package io.backoff.config;

/** Whether the attempts of a policy are paced to the rate that a throttling callee allows. */
public enum PaceMode {
    /** Attempts begin immediately after their delays. */
    OFF,
    /** While the callee throttles, attempts wait for their turn and begin at the rate that it allows. */
    ADAPTIVE
}
