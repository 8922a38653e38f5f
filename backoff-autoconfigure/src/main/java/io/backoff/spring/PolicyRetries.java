package io.backoff.spring;

import io.backoff.classify.Verdict;
import io.backoff.engine.safe.SafeClassifier;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOff;

/** A named policy as a {@link RetryPolicy}. Looks up the policy for each decision. */
record PolicyRetries(String policy, BackoffPolicies policies, BackOff backOff) implements RetryPolicy {

    @Override
    public boolean shouldRetry(Throwable failure) {
        BackoffPolicy current = policies.get(policy);
        return current.enabled() && SafeClassifier.classify(current, failure).kind() == Verdict.Kind.RETRY;
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

    @Override
    public String toString() {
        return "RetryPolicy of policy '" + policy + "'";
    }
}
