package io.backoff.policy;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The current policies of the application, by name. Available as a bean.
 *
 * <pre>{@code
 * policies.get("payments").schedule(5).forEach(System.out::println);
 * }</pre>
 *
 * <p>A returned policy never changes; after a change at run time, {@link #get} returns a new one.
 *
 * @since 0.1.0
 */
public final class BackoffPolicies {

    private final Supplier<Map<String, BackoffPolicy>> current;

    /**
     * Creates a view of policies that other code stores and changes.
     *
     * @param current supplies the policies by name: an immutable map, replaced by each change
     */
    public BackoffPolicies(Supplier<Map<String, BackoffPolicy>> current) {
        this.current = current;
    }

    /**
     * {@return the policy of that name}
     *
     * @param name name of a policy below {@code backoff.policies}, such as {@code payments}
     * @throws UnknownPolicyException if there is no such policy
     */
    public BackoffPolicy get(String name) {
        return in(current.get(), name);
    }

    static BackoffPolicy in(Map<String, BackoffPolicy> policies, String name) {
        BackoffPolicy policy = policies.get(name);
        if (policy == null) {
            throw new UnknownPolicyException(name, policies.keySet());
        }
        return policy;
    }

    /** The current policies, as an immutable map that each change replaces. */
    Map<String, BackoffPolicy> current() {
        return current.get();
    }

    /** {@return the names of all policies; {@code default} is always among them} */
    public Set<String> names() {
        return current.get().keySet();
    }
}
