package io.backoff.kills;

/** What is killed, or stalled. */
enum Kill {
    /** One of two instances of the application, which is then started again. */
    PROCESS,
    /** The broker or the store, which is then started again with its data. */
    SERVER,
    /** All connections to it. */
    CONNECTION,
    /** Nothing: the broker or the store stands still, for longer than leases and heartbeats last, and then goes on. */
    STALL
}
