package io.backoff.policy;

import java.util.Map;

/** The policies of the application by name: an immutable map, which each change replaces as a whole. */
public final class CurrentPolicies {

    private volatile Map<String, BackoffPolicy> policies;

    public CurrentPolicies(Map<String, BackoffPolicy> policies) {
        this.policies = Map.copyOf(policies);
    }

    /** As they are now. What was returned once never changes; after a change, it is another object. */
    public Map<String, BackoffPolicy> get() {
        return policies;
    }

    /** Changes them all at once, so that those that inherit from one another are never seen half changed. */
    public void replace(Map<String, BackoffPolicy> next) {
        policies = Map.copyOf(next);
    }
}
