package io.backoff.engine.operations;

import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.safe.SafeKeys;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.CurrentPolicy;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The guards of programmatic calls, one per policy, created on the first call under the policy. */
public final class ProgrammaticGuards {

    /** The method name of programmatic calls. */
    public static final String METHOD = "programmatic";

    private static final Logger logger = System.getLogger(ProgrammaticGuards.class.getName());

    private static final LogMessage ATTEMPT_TIMEOUT_UNUSED =
            LogMessage.warning("The attempt-timeout of policy '%s', %s, has no effect on blocking calls: use "
                    + "callAsync, or set a timeout at the client");

    private final Engine engine;
    private final BackoffPolicies policies;
    private final Map<String, Guard> guards = new ConcurrentHashMap<>();
    private final Map<String, Guard> blocking = new ConcurrentHashMap<>();
    private final Map<String, SafeKeys> keys = new ConcurrentHashMap<>();

    public ProgrammaticGuards(Engine engine, BackoffPolicies policies) {
        this.engine = engine;
        this.policies = policies;
    }

    /**
     * Returns the guard of a policy.
     *
     * @throws io.backoff.policy.UnknownPolicyException if there is no such policy
     */
    public Guard of(String policy) {
        Guard known = guards.get(policy);
        return known != null ? known : guards.computeIfAbsent(policy, this::create);
    }

    /**
     * Returns the guard of a policy, for a call that blocks its thread.
     *
     * @throws io.backoff.policy.UnknownPolicyException if there is no such policy
     */
    Guard ofBlocking(String policy) {
        Guard known = blocking.get(policy);
        return known != null ? known : blocking.computeIfAbsent(policy, this::createBlocking);
    }

    /**
     * Returns the guard of a policy, for a call with a key.
     *
     * @param key an object whose text is the key; the call has no key if the text is null or blank
     * @throws io.backoff.policy.UnknownPolicyException if there is no such policy
     */
    public Guard of(String policy, @Nullable Object key) {
        return of(policy).withKey(text(policy, key));
    }

    /** Returns the guard of a policy, for a call that has a key and blocks its thread. */
    Guard ofBlocking(String policy, @Nullable Object key) {
        return ofBlocking(policy).withKey(text(policy, key));
    }

    private @Nullable String text(String policy, @Nullable Object key) {
        return keys.computeIfAbsent(policy, name -> new SafeKeys("A programmatic call (policy '" + name + "')"))
                .read(() -> key);
    }

    /** Whether a blocking call has been made under the policy, so that more are likely. */
    public boolean areBlocking(String policy) {
        return blocking.containsKey(policy);
    }

    private Guard createBlocking(String policy) {
        Guard guard = of(policy);
        Duration timeout = guard.policy().get().limits().attemptTimeout();
        if (!timeout.isZero()) {
            ATTEMPT_TIMEOUT_UNUSED.with(policy, DurationText.of(timeout)).log(logger);
        }
        return guard;
    }

    private Guard create(String policy) {
        return Guard.of(engine, CurrentPolicy.of(policies, policy), METHOD);
    }
}
