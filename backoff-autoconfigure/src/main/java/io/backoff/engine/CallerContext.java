package io.backoff.engine;

/** Carries what is bound to the thread of a caller (logging, tracing, security) to the threads of its retries. */
@FunctionalInterface
public interface CallerContext {

    /** Carries nothing. */
    CallerContext NONE = () -> () -> () -> {};

    /** Remembers what is bound to the current thread. */
    Snapshot capture();

    /** What was bound to the thread of a caller. */
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
