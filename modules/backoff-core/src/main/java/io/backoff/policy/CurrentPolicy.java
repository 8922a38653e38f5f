package io.backoff.policy;

import io.backoff.Internal;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Supplies the current version of one policy. The policy is looked up again only after some policy has changed. */
@Internal
public final class CurrentPolicy implements Supplier<BackoffPolicy> {

    private final BackoffPolicies policies;
    private final String name;
    private final UnaryOperator<BackoffPolicy> adaptation;
    private volatile @Nullable Found found;

    private CurrentPolicy(BackoffPolicies policies, String name, UnaryOperator<BackoffPolicy> adaptation) {
        this.policies = policies;
        this.name = name;
        this.adaptation = adaptation;
    }

    /**
     * Creates a supplier of the policy with this name.
     *
     * @param policies the policies of the application
     * @param name the name of the policy
     * @return the supplier, which throws {@link UnknownPolicyException} while no policy has the name
     */
    public static CurrentPolicy of(BackoffPolicies policies, String name) {
        return new CurrentPolicy(policies, name, UnaryOperator.identity());
    }

    /**
     * {@return a supplier of the adapted policy} Each version of the policy is adapted once.
     *
     * @param next adapts each version
     */
    public CurrentPolicy adapted(UnaryOperator<BackoffPolicy> next) {
        return new CurrentPolicy(policies, name, policy -> next.apply(adaptation.apply(policy)));
    }

    /**
     * Returns the current policy.
     *
     * @throws UnknownPolicyException if no policy has the name
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
        // An unchanged policy is not adapted again. Policies are immutable, so identity is enough to compare them.
        BackoffPolicy policy = known != null && known.base == base ? known.policy : adaptation.apply(base);
        found = new Found(current, base, policy);
        return policy;
    }

    /** The result of the last lookup. */
    private record Found(Map<String, BackoffPolicy> in, BackoffPolicy base, BackoffPolicy policy) {}
}
