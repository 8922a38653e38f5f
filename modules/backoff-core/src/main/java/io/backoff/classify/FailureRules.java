package io.backoff.classify;

import io.backoff.text.CauseChain;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a policy about failures.
 *
 * @param retryOn failures that are retried, matched against causes too
 * @param abortOn failures that are not retried, matched against causes too; takes precedence over {@code retryOn},
 *     but its groups yield to what {@code retryOn} names by class or SQL state
 * @param retryOnStatus HTTP statuses that are retried, among the failures of {@code retryOn}
 * @param retryOnGrpcStatus gRPC statuses that are retried, among the failures of {@code retryOn}
 * @param retryOnSqlState SQL states that are retried whatever the type of the exception
 * @param honorRetryAfter whether hints of the callee lengthen the delay
 * @param distances where these lists are written: a class that {@code retryOn} names admits every status, unless the
 *     list of statuses is as near
 */
public record FailureRules(
        FailureSelection retryOn,
        FailureSelection abortOn,
        StatusRanges retryOnStatus,
        RetriedGrpcStatuses retryOnGrpcStatus,
        Set<String> retryOnSqlState,
        boolean honorRetryAfter,
        ListDistances distances) {

    /** Copies the SQL states. */
    public FailureRules {
        retryOnSqlState = Set.copyOf(retryOnSqlState);
    }

    /** These rules with the exceptions of an annotation to retry on, and no SQL states. */
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

    /** These rules with further exceptions that are not retried. */
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

    /** Whether {@code abortOn} names the class of the failure or of one of its causes. Its groups do not count. */
    public boolean abortsByName(Throwable failure) {
        return !abortOn.types().isEmpty() && CauseChain.any(failure, abortOn::names);
    }

    /**
     * Finds the first of the failure and its causes that a group of {@code abortOn} holds. Groups do not matter for a
     * failure whose gRPC status is not retried, or is by the configuration's own words.
     *
     * @return {@code null} if there is none that {@code retryOn} does not name
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
        return CauseChain.first(failure, each -> excludedAlone(each, groups));
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

    /** Whether {@code retry-on} holds the failure or one of its causes. A listed status is of group transient. */
    boolean retries(Throwable failure, @Nullable CalleeResponse response, FailureGroups groups) {
        return CauseChain.any(failure, each -> isInGroup(each, groups) || retryOn.names(each))
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

    /** Whether the status of a failure allows a retry: it is listed, or does not matter for a class that is named. */
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
