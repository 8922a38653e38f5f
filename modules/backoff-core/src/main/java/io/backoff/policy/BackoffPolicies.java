package io.backoff.policy;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The current policies of the application, by name. A bean.
 *
 * <pre>{@code
 * policies.get("payments").schedule(5).forEach(System.out::println);
 * }</pre>
 *
 * <p>A returned policy never changes; a change at run time shows in the next call of {@link #get}.
 */
public final class BackoffPolicies {

    private final Supplier<Map<String, BackoffPolicy>> current;

    /**
     * Creates a view of policies that are stored and changed elsewhere.
     *
     * @param current supplies the policies by name: an immutable map, replaced by each change
     */
    public BackoffPolicies(Supplier<Map<String, BackoffPolicy>> current) {
        this.current = current;
    }

    /**
     * The policy of that name.
     *
     * @throws UnknownPolicyException if there is none
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

    /** The current policies: another map after each change. */
    Map<String, BackoffPolicy> current() {
        return current.get();
    }

    /** The names of all policies; {@code default} is always among them. */
    public Set<String> names() {
        return current.get().keySet();
    }
}
