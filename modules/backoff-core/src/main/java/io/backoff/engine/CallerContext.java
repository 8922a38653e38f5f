package io.backoff.engine;

/**
 * Propagates the context of a caller's thread (logging, tracing, security) to the threads of its retries. A bean of
 * this type replaces the library's own implementation, which uses Micrometer's context propagation.
 *
 * <pre>{@code
 * @Bean
 * CallerContext tenants() {
 *     return () -> {
 *         String tenant = Tenant.get();
 *         return () -> {
 *             String previous = Tenant.replace(tenant);
 *             return () -> Tenant.replace(previous);
 *         };
 *     };
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CallerContext {

    /** Propagates nothing. */
    CallerContext NONE = () -> () -> () -> {};

    /**
     * Captures the context of the current thread.
     *
     * @return the captured context, which is restored for each retry and for the fallback
     */
    Snapshot capture();

    /** The captured context of a caller's thread. */
    @FunctionalInterface
    interface Snapshot {

        /**
         * Binds the context to the current thread until the scope is closed.
         *
         * @return a scope that restores the thread's previous context; it must be closed on that thread
         */
        Scope restore();
    }

    /** Restores the previous context of the thread when closed. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {

        @Override
        void close();
    }
}
