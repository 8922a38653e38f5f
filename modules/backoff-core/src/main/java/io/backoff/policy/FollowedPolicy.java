package io.backoff.policy;

import io.backoff.Internal;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Supplies the current state of one policy. The name is looked up again only when some policy has changed. */
@Internal
public final class FollowedPolicy implements Supplier<BackoffPolicy> {

    private final BackoffPolicies policies;
    private final String name;
    private final UnaryOperator<BackoffPolicy> adaptation;
    private volatile @Nullable Found found;

    private FollowedPolicy(BackoffPolicies policies, String name, UnaryOperator<BackoffPolicy> adaptation) {
        this.policies = policies;
        this.name = name;
        this.adaptation = adaptation;
    }

    /**
     * Follows the policy of that name.
     *
     * @return the followed policy; {@code get} throws {@link UnknownPolicyException} while no policy has the name
     */
    public static FollowedPolicy of(BackoffPolicies policies, String name) {
        return new FollowedPolicy(policies, name, UnaryOperator.identity());
    }

    /** This policy, adapted once, and again after each change to it. */
    public FollowedPolicy adapted(UnaryOperator<BackoffPolicy> next) {
        return new FollowedPolicy(policies, name, policy -> next.apply(adaptation.apply(policy)));
    }

    /**
     * The current policy.
     *
     * @throws UnknownPolicyException if there is none of that name
     */
    @Override
    public BackoffPolicy get() {
        Map<String, BackoffPolicy> current = policies.current();
        Found known = found;
        return known != null && known.in == current ? known.policy : find(current);
    }

    private BackoffPolicy find(Map<String, BackoffPolicy> current) {
        BackoffPolicy base = BackoffPolicies.in(current, name);
        Found known = found;
        // An unchanged policy is not adapted again. Compared by identity, since a policy is immutable.
        BackoffPolicy policy = known != null && known.base == base ? known.policy : adaptation.apply(base);
        found = new Found(current, base, policy);
        return policy;
    }

    /** The result of the last lookup. */
    private record Found(Map<String, BackoffPolicy> in, BackoffPolicy base, BackoffPolicy policy) {}
}
