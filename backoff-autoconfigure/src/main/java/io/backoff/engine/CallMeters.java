package io.backoff.engine;

import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;

/** Where a metrics library counts the calls of one policy and method. May throw; calls do not notice. */
public interface CallMeters {

    /** Counts nothing. */
    CallMeters NONE = new CallMeters() {
        @Override
        public void ended(Outcome outcome, int attempts) {}

        @Override
        public boolean countsInBulk() {
            return true;
        }

        @Override
        public void succeededAtOnce(long calls) {}

        @Override
        public void retried(RetryCause cause) {}

        @Override
        public void waited(long nanos) {}
    };

    /** Whether a call that begins now, on this thread, is to be told apart from the others. */
    default boolean tellsApart() {
        return false;
    }

    /**
     * Such a call begins, on the thread of its caller.
     *
     * @return where this call is counted, from whatever thread
     */
    default CallMeters begin() {
        return this;
    }

    /** A call ended after so many attempts. */
    void ended(Outcome outcome, int attempts);

    /** Whether {@link #succeededAtOnce} takes no longer for many calls than for one. */
    default boolean countsInBulk() {
        return false;
    }

    /** So many calls have succeeded with their first attempt. */
    default void succeededAtOnce(long calls) {
        for (long i = 0; i < calls; i++) {
            ended(Outcome.SUCCESS, 1);
        }
    }

    /** A retry starts. */
    void retried(RetryCause cause);

    /** A delay has passed, fully or until it was cut short. */
    void waited(long nanos);

    /** Makes the meters of one policy and method. */
    @FunctionalInterface
    interface Factory {

        /** No metrics library. */
        Factory NONE = (policy, method, maxAttempts) -> CallMeters.NONE;

        /**
         * Registers the meters, at zero.
         *
         * @param maxAttempts attempts of the policy at this time; 0 means unlimited
         */
        CallMeters create(String policy, String method, int maxAttempts);
    }
}
