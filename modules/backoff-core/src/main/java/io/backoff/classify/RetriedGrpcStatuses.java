package io.backoff.classify;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The gRPC statuses that a policy retries.
 *
 * @param members the statuses
 * @param explicit whether the configuration lists them; if so, they take precedence over groups in {@code abort-on}
 * @since 0.1.0
 */
public record RetriedGrpcStatuses(Set<GrpcStatus> members, boolean explicit) {

    /** The statuses that are retried by default. */
    public static final RetriedGrpcStatuses DEFAULT = new RetriedGrpcStatuses(
            EnumSet.of(GrpcStatus.UNAVAILABLE, GrpcStatus.RESOURCE_EXHAUSTED, GrpcStatus.ABORTED), false);

    /** All statuses. */
    public static final RetriedGrpcStatuses ALL = new RetriedGrpcStatuses(EnumSet.allOf(GrpcStatus.class), true);

    /**
     * Copies the set.
     *
     * @param members the statuses
     * @param explicit whether the configuration lists them; if so, they take precedence over groups in {@code abort-on}
     */
    public RetriedGrpcStatuses {
        members = members.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(members));
    }

    /**
     * Parses names such as {@code UNAVAILABLE} or {@code resource-exhausted}.
     *
     * @param names names in any case, with hyphens or underscores
     * @param explicit whether the configuration lists them; if so, they take precedence over groups in {@code abort-on}
     * @return the set of these statuses
     * @throws IllegalArgumentException if a name is not that of a gRPC error status
     */
    public static RetriedGrpcStatuses parse(List<String> names, boolean explicit) {
        EnumSet<GrpcStatus> members = EnumSet.noneOf(GrpcStatus.class);
        names.forEach(name -> members.add(GrpcStatus.parse(name)));
        return new RetriedGrpcStatuses(members, explicit);
    }

    boolean contains(GrpcStatus status) {
        return members.contains(status);
    }
}
