package io.backoff.engine;

/** Propagates the context of a caller's thread (logging, tracing, security) to the threads of its retries. */
@FunctionalInterface
public interface CallerContext {

    /** Propagates nothing. */
    CallerContext NONE = () -> () -> () -> {};

    /**
     * Captures the context of the current thread.
     *
     * @return the captured context
     */
    Snapshot capture();

    /** The captured context of a caller's thread. */
    @FunctionalInterface
    interface Snapshot {

        /**
         * Binds the context to the current thread until the scope is closed.
         *
         * @return a scope that ends the binding when closed
         */
        Scope restore();
    }

    /** Restores the previous context of the thread. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {

        @Override
        void close();
    }
}
