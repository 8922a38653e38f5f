package io.backoff.engine;

/** Carries the context of a caller's thread (logging, tracing, security) to the threads of its retries. */
@FunctionalInterface
public interface CallerContext {

    /** Carries nothing. */
    CallerContext NONE = () -> () -> () -> {};

    /** Captures the context of the current thread. */
    Snapshot capture();

    /** The captured context of a caller's thread. */
    @FunctionalInterface
    interface Snapshot {

        /** Binds it to the current thread until the scope is closed. */
        Scope restore();
    }

    /** Ends the binding. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {

        @Override
        void close();
    }
}
