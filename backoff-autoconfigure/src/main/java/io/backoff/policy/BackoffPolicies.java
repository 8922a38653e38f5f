package io.backoff.policy;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The policies of the application by name, as they are now. A bean.
 *
 * <pre>{@code
 * policies.get("payments").schedule(5).forEach(System.out::println);
 * }</pre>
 *
 * <p>A policy that was handed out never changes; a change at run time shows in the next call of {@link #get}.
 */
public final class BackoffPolicies {

    private final Supplier<? extends Map<String, BackoffPolicy>> snapshot;

    /**
     * A view on policies that are kept elsewhere.
     *
     * @param snapshot gives the current, immutable map; a new map stands for a change
     */
    public BackoffPolicies(Supplier<? extends Map<String, BackoffPolicy>> snapshot) {
        this.snapshot = snapshot;
    }

    /**
     * The policy of that name.
     *
     * @throws UnknownPolicyException if there is none
     */
    public BackoffPolicy get(String name) {
        Map<String, BackoffPolicy> current = snapshot.get();
        BackoffPolicy policy = current.get(name);
        if (policy == null) {
            throw new UnknownPolicyException(name, current.keySet());
        }
        return policy;
    }

    /** The names of all policies; {@code default} is always among them. */
    public Set<String> names() {
        return snapshot.get().keySet();
    }
}
