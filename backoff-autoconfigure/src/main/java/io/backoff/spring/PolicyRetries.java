package io.backoff.spring;

import io.backoff.classify.Verdict;
import io.backoff.engine.safe.SafeClassifier;
import io.backoff.logging.SpringLogger;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.time.Duration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOff;

/** A named policy as a {@link RetryPolicy}, looked up for each decision. */
record PolicyRetries(String policy, BackoffPolicies policies, BackOff backOff) implements RetryPolicy {

    private static final Logger logger = SpringLogger.of(PolicyRetries.class);

    @Override
    public boolean shouldRetry(Throwable failure) {
        BackoffPolicy current = policies.get(policy);
        return current.enabled() && isRetryable(current, failure);
    }

    @Override
    public Duration getTimeout() {
        BackoffPolicy current = policies.get(policy);
        return current.enabled() ? Millis.roundedUp(current.limits().maxElapsed()) : Duration.ZERO;
    }

    @Override
    public BackOff getBackOff() {
        return backOff;
    }

    // As in every other call, a classifier that fails ends the call with the original failure.
    private static boolean isRetryable(BackoffPolicy policy, Throwable failure) {
        try {
            return policy.classifier().classify(failure).kind() == Verdict.Kind.RETRY;
        } catch (RuntimeException | LinkageError broken) {
            SafeClassifier.CLASSIFIER_FAILED.with(policy.name()).log(logger, broken);
            return false;
        }
    }

    @Override
    public String toString() {
        return "RetryPolicy of policy '" + policy + "'";
    }
}
