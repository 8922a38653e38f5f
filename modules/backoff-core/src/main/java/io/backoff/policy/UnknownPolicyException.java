package io.backoff.policy;

import java.util.Set;
import java.util.TreeSet;

/**
 * Thrown if there is no policy with the requested name. The message lists the existing names. A name that comes from
 * outside can be checked in advance: {@code policies.names().contains(name)}.
 *
 * @since 0.1.0
 */
public class UnknownPolicyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final transient Set<String> known;

    /**
     * Creates an exception for a name.
     *
     * @param name the requested policy name
     * @param known the existing names
     */
    public UnknownPolicyException(String name, Set<String> known) {
        super("Unknown retry policy '" + name + "'; known policies: " + String.join(", ", new TreeSet<>(known)));
        this.name = name;
        this.known = Set.copyOf(known);
    }

    /** {@return the requested policy name} */
    public String name() {
        return name;
    }

    /** {@return the names of the existing policies} */
    public Set<String> known() {
        return known;
    }
}
