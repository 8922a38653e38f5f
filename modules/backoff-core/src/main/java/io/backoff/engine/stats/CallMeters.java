package io.backoff.engine.stats;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;

/**
 * Records the calls of one policy and method in a metrics library. Exceptions from these methods do not affect calls.
 * {@link CallCounts} already counts outcomes and retries, so a metrics library may read them instead of counting again.
 *
 * <p>A bean of type {@link Factory} replaces the Micrometer meters:
 *
 * <pre>{@code
 * @Bean
 * CallMeters.Factory statsd(StatsdClient statsd) {
 *     return (counts, maxAttempts) -> new CallMeters() {
 *
 *         @Override
 *         public void ended(Outcome outcome, int attempts) {
 *             statsd.increment("calls." + counts.policy() + "." + outcome.tag());
 *         }
 *     };
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public interface CallMeters {

    /** Meters that measure nothing. */
    CallMeters NONE = new CallMeters() {};

    /**
     * Begins a call, on the thread of its caller.
     *
     * @return the meters of this call, for use by any thread: this instance, unless each call needs its own meters
     */
    default CallMeters begin() {
        return this;
    }

    /**
     * Records the end of a call after the given number of attempts.
     *
     * @param outcome how the call ended
     * @param attempts attempts made; 0 if the call ended before the first
     */
    default void ended(Outcome outcome, int attempts) {}

    /**
     * Records that a retry starts.
     *
     * @param cause how the previous attempt ended
     */
    default void retried(RetryCause cause) {}

    /**
     * Records a delay that has ended, even if it was cut short.
     *
     * @param nanos the time waited, in nanoseconds
     */
    default void waited(long nanos) {}

    /** Creates the meters of one policy and method. */
    @FunctionalInterface
    interface Factory {

        /** Creates meters that measure nothing. */
        Factory NONE = (counts, maxAttempts) -> CallMeters.NONE;

        /**
         * Registers the meters of a policy and method, with all series at zero.
         *
         * @param counts the policy, the method, and the counts of their calls
         * @param maxAttempts current maximum number of attempts of the policy; 0 means unlimited
         * @return the meters of all calls of this policy and method
         */
        CallMeters create(CallCounts counts, int maxAttempts);
    }
}
