package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.classify.Verdict;

/** Records the outcomes of attempts. Used by many threads. */
@Internal
public interface AttemptRecorder {

    /** Records nothing. */
    AttemptRecorder NONE = new AttemptRecorder() {
        @Override
        public void succeeded(int attempt, long start) {}

        @Override
        public void failed(int attempt, long start, Verdict verdict, long nanos) {}
    };

    /**
     * Records an attempt that succeeded.
     *
     * @param attempt number of the attempt, from 1
     * @param start the reading of the monotonic clock when the call began
     */
    void succeeded(int attempt, long start);

    /**
     * Records an attempt that did not succeed.
     *
     * @param attempt number of the attempt, from 1
     * @param start the reading of the monotonic clock when the call began
     * @param verdict the verdict on the failure, even if the policy permits no retries
     * @param nanos the duration of the attempt
     */
    void failed(int attempt, long start, Verdict verdict, long nanos);

    /**
     * {@return a recorder that passes everything on to this one, and marks every failure as not retryable} Intended for
     * calls that no policy would retry.
     */
    default AttemptRecorder withoutRetries() {
        AttemptRecorder all = this;
        return new AttemptRecorder() {
            @Override
            public void succeeded(int attempt, long start) {
                all.succeeded(attempt, start);
            }

            @Override
            public void failed(int attempt, long start, Verdict verdict, long nanos) {
                all.failed(attempt, start, Verdict.notRetryable(), nanos);
            }
        };
    }

    /** Creates the recorders of policies. */
    @FunctionalInterface
    interface Factory {

        /** Creates recorders that record nothing. */
        Factory NONE = policy -> AttemptRecorder.NONE;

        /**
         * {@return the recorder for the calls of a policy}
         *
         * @param policy the name of the policy
         */
        AttemptRecorder create(String policy);
    }
}
