package io.backoff.engine;

import io.backoff.policy.BackoffPolicies;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The guards of calls that no method is annotated for, one for each policy; built at the first such call. */
public final class ProgrammaticGuards {

    /** What stands in place of a method. */
    public static final String METHOD = "programmatic";

    private final Engine engine;
    private final BackoffPolicies policies;
    private final Map<String, Guard> guards = new ConcurrentHashMap<>();

    public ProgrammaticGuards(Engine engine, BackoffPolicies policies) {
        this.engine = engine;
        this.policies = policies;
    }

    /**
     * The guard of a policy.
     *
     * @throws io.backoff.policy.UnknownPolicyException if there is no such policy
     */
    public Guard of(String policy) {
        Guard known = guards.get(policy);
        return known != null ? known : guards.computeIfAbsent(policy, this::create);
    }

    private Guard create(String policy) {
        return Guard.of(engine, () -> policies.get(policy), METHOD);
    }
}
