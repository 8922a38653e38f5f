package io.backoff.policy;

import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A policy as it is whenever it is asked for. It is looked up again when some policy has changed, not each time. */
public final class FollowedPolicy implements Supplier<BackoffPolicy> {

    private final CurrentPolicies policies;
    private final String name;
    private final UnaryOperator<BackoffPolicy> adaptation;
    private volatile @Nullable Found found;

    private FollowedPolicy(CurrentPolicies policies, String name, UnaryOperator<BackoffPolicy> adaptation) {
        this.policies = policies;
        this.name = name;
        this.adaptation = adaptation;
    }

    static FollowedPolicy of(CurrentPolicies policies, String name) {
        return new FollowedPolicy(policies, name, UnaryOperator.identity());
    }

    /** The same policy, adapted: once, and again after each change of it. */
    public FollowedPolicy adapted(UnaryOperator<BackoffPolicy> next) {
        return new FollowedPolicy(policies, name, policy -> next.apply(adaptation.apply(policy)));
    }

    /**
     * The policy of this moment.
     *
     * @throws UnknownPolicyException if there is none of that name
     */
    @Override
    public BackoffPolicy get() {
        return found().policy();
    }

    /** The same, for whoever wants to see whether it has changed since. */
    public Found found() {
        Found known = found;
        return known != null && known.isCurrent() ? known : find(policies.get());
    }

    private Found find(Map<String, BackoffPolicy> current) {
        BackoffPolicy base = BackoffPolicies.in(current, name);
        Found known = found;
        // What has not changed is not adapted again: by identity, since a policy is immutable.
        Found now = known != null && known.base() == base
                ? new Found(policies, current, base, known.policy())
                : new Found(policies, current, base, adaptation.apply(base));
        found = now;
        return now;
    }

    /** The policy as it was at some time. */
    public record Found(
            CurrentPolicies policies, Map<String, BackoffPolicy> in, BackoffPolicy base, BackoffPolicy policy) {

        /** Whether no policy has changed since. To be asked with each call, so it is but a comparison. */
        public boolean isCurrent() {
            return policies.get() == in;
        }
    }
}
