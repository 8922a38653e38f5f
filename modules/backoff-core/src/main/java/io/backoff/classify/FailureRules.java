package io.backoff.classify;

import io.backoff.text.CauseChain;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The failure rules of a policy: which failures it retries.
 *
 * @param retryOn failures to retry, matched against causes too
 * @param abortOn failures not to retry, matched against causes too; takes precedence over {@code retryOn}. But a group
 *     in {@code abortOn} does not apply to a failure that the policy names more exactly: by its class in
 *     {@code retryOn}, by its SQL state, or by a gRPC status that the configuration lists. {@code Throwable},
 *     {@code Exception} and {@code RuntimeException} are not exact enough
 * @param retryOnStatus HTTP statuses to retry; restricts {@code retryOn} for failures with an HTTP status
 * @param retryOnGrpcStatus gRPC statuses to retry; restricts {@code retryOn} for failures with a gRPC status
 * @param retryOnSqlState SQL states to retry, whatever the type of the exception
 * @param honorRetryAfter whether the callee's Retry-After lengthens the delay
 * @param distances the distance from the call to the place where each list is configured. If {@code retryOn} is nearer
 *     than the list of statuses, failures of the classes that {@code retryOn} names are retried, whatever their status
 * @since 0.1.0
 */
public record FailureRules(
        FailureSelection retryOn,
        FailureSelection abortOn,
        StatusRanges retryOnStatus,
        RetriedGrpcStatuses retryOnGrpcStatus,
        Set<String> retryOnSqlState,
        boolean honorRetryAfter,
        ListDistances distances) {

    /**
     * Copies the SQL states.
     *
     * @param retryOnSqlState SQL states to retry, whatever the type of the exception
     * @param abortOn failures not to retry, matched against causes too; takes precedence over {@code retryOn}. But a
     *     group in {@code abortOn} does not apply to a failure that the policy names more exactly: by its class in
     *     {@code retryOn}, by its SQL state, or by a gRPC status that the configuration lists. {@code Throwable},
     *     {@code Exception} and {@code RuntimeException} are not exact enough
     * @param retryOnStatus HTTP statuses to retry; restricts {@code retryOn} for failures with an HTTP status
     * @param retryOn failures to retry, matched against causes too
     * @param retryOnGrpcStatus gRPC statuses to retry; restricts {@code retryOn} for failures with a gRPC status
     * @param honorRetryAfter whether the callee's Retry-After lengthens the delay
     * @param distances the distance from the call to the place where each list is configured. If {@code retryOn} is
     *     nearer than the list of statuses, failures of the classes that {@code retryOn} names are retried, whatever
     *     their status
     */
    public FailureRules {
        retryOnSqlState = Set.copyOf(retryOnSqlState);
    }

    /**
     * {@return these rules with the exception types of an annotation instead of the policy's {@code retry-on} and SQL
     * states}
     *
     * @param types the exception types
     */
    public FailureRules replaceRetryOn(List<Class<? extends Throwable>> types) {
        return new FailureRules(
                FailureSelection.of(types),
                abortOn,
                retryOnStatus,
                retryOnGrpcStatus,
                Set.of(),
                honorRetryAfter,
                distances.withRetryOnAtTheCall());
    }

    /**
     * {@return these rules with further exceptions not to retry}
     *
     * @param types the exception types
     */
    public FailureRules addAbortOn(List<Class<? extends Throwable>> types) {
        return new FailureRules(
                retryOn,
                abortOn.and(types),
                retryOnStatus,
                retryOnGrpcStatus,
                retryOnSqlState,
                honorRetryAfter,
                distances);
    }

    /**
     * {@return whether {@code abortOn} names the class of the failure or of one of its causes} Groups are ignored.
     *
     * @param failure the failure of an attempt; causes count too
     */
    public boolean abortsByName(Throwable failure) {
        return !abortOn.types().isEmpty() && CauseChain.any(failure, abortOn::names);
    }

    /**
     * Determines why a failure is not retried, even if {@code retryOn} contains it: its gRPC status does not
     * {@linkplain #admits permit} a retry, or a group in {@code abortOn} contains the failure or one of its causes.
     * Groups do not apply to a failure if the configuration lists its gRPC status, or if {@code retryOnSqlState}
     * contains its SQL state. Nor do they apply to an exception if {@code retryOn}
     * {@linkplain FailureSelection#namesSpecifically names} its type.
     *
     * @return {@code null} if nothing excludes the failure
     */
    @Nullable
    Exclusion excluded(Throwable failure, @Nullable CalleeResponse response, FailureGroups groups) {
        if (response != null && response.status() instanceof GrpcStatus status) {
            if (!admits(failure, status)) {
                return new Exclusion.UnlistedStatus(status);
            }
            return retryOnGrpcStatus.explicit() && retriesStatus(status)
                    ? null
                    : excludedByGroup(failure, response, groups);
        }
        return excludedByGroup(failure, response, groups);
    }

    private @Nullable Exclusion excludedByGroup(
            Throwable failure, @Nullable CalleeResponse response, FailureGroups groups) {
        if (abortOn.groups().isEmpty() || hasRetriedSqlState(failure)) {
            return null;
        }
        if (response != null && excludesStatus(failure, response.status())) {
            return new Exclusion.GroupMember(failure.getClass().getName(), FailureGroup.TRANSIENT);
        }
        return CauseChain.first(failure, cause -> excludedAlone(cause, groups));
    }

    private boolean excludesStatus(Throwable failure, CalleeStatus status) {
        return abortOn.groups().contains(FailureGroup.TRANSIENT)
                && retriesStatus(status)
                && !CauseChain.any(failure, retryOn::namesSpecifically);
    }

    private @Nullable Exclusion excludedAlone(Throwable failure, FailureGroups groups) {
        for (FailureGroup group : abortOn.groups()) {
            if (groups.include(group, failure) && !retryOn.namesSpecifically(failure)) {
                return new Exclusion.GroupMember(failure.getClass().getName(), group);
            }
        }
        return null;
    }

    /**
     * Whether {@code retry-on}, including its SQL states, contains the failure or one of its causes. A failure whose
     * status is in {@code retry-on-status} or {@code retry-on-grpc-status} belongs to the group {@code transient}.
     */
    boolean retries(Throwable failure, @Nullable CalleeResponse response, FailureGroups groups) {
        return CauseChain.any(failure, cause -> isInGroup(cause, groups) || retryOn.names(cause))
                || hasRetriedSqlState(failure)
                || response != null
                        && retryOn.groups().contains(FailureGroup.TRANSIENT)
                        && retriesStatus(response.status());
    }

    private boolean isInGroup(Throwable failure, FailureGroups groups) {
        for (FailureGroup group : retryOn.groups()) {
            if (groups.include(group, failure)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the status of a failure permits a retry: the list of statuses contains it, or {@code retry-on} names the
     * class of the failure and is configured nearer to the call than that list.
     */
    boolean admits(Throwable failure, CalleeStatus status) {
        return retriesStatus(status)
                || !distances.listsAsNear(status) && CauseChain.any(failure, retryOn::namesSpecifically);
    }

    private boolean retriesStatus(CalleeStatus status) {
        return status instanceof GrpcStatus grpc
                ? retryOnGrpcStatus.contains(grpc)
                : status instanceof CalleeStatus.Http http && retryOnStatus.contains(http.code());
    }

    private boolean hasRetriedSqlState(Throwable failure) {
        return !retryOnSqlState.isEmpty() && CauseChain.any(failure, this::isRetriedSqlState);
    }

    private boolean isRetriedSqlState(Throwable failure) {
        return failure instanceof SQLException sql
                && sql.getSQLState() != null
                && retryOnSqlState.contains(sql.getSQLState());
    }
}
