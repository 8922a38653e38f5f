package io.backoff.kills;

/** What is killed. */
enum Kill {
    /** One of two instances of the application, which is then started again. */
    PROCESS,
    /** The broker or the store, which is then started again with its data. */
    SERVER,
    /** All connections to it. */
    CONNECTION
}
