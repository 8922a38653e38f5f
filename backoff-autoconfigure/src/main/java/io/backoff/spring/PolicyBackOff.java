package io.backoff.spring;

import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicies;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/** A named policy as a {@link BackOff}. Looks up the policy for each execution. */
record PolicyBackOff(String policy, BackoffPolicies policies, TimeSource time) implements BackOff {

    @Override
    public BackOffExecution start() {
        return new PolicyBackOffExecution(policies.get(policy), time);
    }

    @Override
    public String toString() {
        return "BackOff of policy '" + policy + "'";
    }
}
