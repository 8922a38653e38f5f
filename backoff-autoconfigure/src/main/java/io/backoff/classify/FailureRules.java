package io.backoff.classify;

import io.backoff.text.CauseChain;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules of a policy about failures.
 *
 * @param retryOn exceptions that are retried, matched against causes too
 * @param abortOn exceptions that are not retried, matched against causes too; takes precedence over {@code retryOn}
 * @param retryOnStatus HTTP statuses that are retried; they decide alone for a failure that carries a status
 * @param retryOnSqlState SQL states that are retried whatever the type of the exception
 * @param honorRetryAfter whether hints of the callee lengthen the delay
 */
public record FailureRules(
        List<Class<? extends Throwable>> retryOn,
        List<Class<? extends Throwable>> abortOn,
        StatusRanges retryOnStatus,
        Set<String> retryOnSqlState,
        boolean honorRetryAfter) {

    /** Copies the members. */
    public FailureRules {
        retryOn = List.copyOf(retryOn);
        abortOn = List.copyOf(abortOn);
        retryOnSqlState = Set.copyOf(retryOnSqlState);
    }

    /** These rules with other exceptions to retry on, and no SQL states. */
    public FailureRules replaceRetryOn(List<Class<? extends Throwable>> types) {
        return new FailureRules(types, abortOn, retryOnStatus, Set.of(), honorRetryAfter);
    }

    /** These rules with further exceptions that are not retried. */
    public FailureRules addAbortOn(List<Class<? extends Throwable>> types) {
        List<Class<? extends Throwable>> all =
                Stream.concat(abortOn.stream(), types.stream()).toList();
        return new FailureRules(retryOn, all, retryOnStatus, retryOnSqlState, honorRetryAfter);
    }

    /** Whether {@code abortOn} names the failure or one of its causes. */
    public boolean aborts(Throwable failure) {
        return matches(failure, abortOn);
    }

    boolean retries(Throwable failure) {
        return matches(failure, retryOn) || CauseChain.any(failure, this::hasRetriedSqlState);
    }

    boolean retriesStatus(int status) {
        return retryOnStatus.contains(status);
    }

    private boolean hasRetriedSqlState(Throwable failure) {
        return failure instanceof SQLException sql
                && sql.getSQLState() != null
                && retryOnSqlState.contains(sql.getSQLState());
    }

    private static boolean matches(Throwable failure, List<Class<? extends Throwable>> types) {
        return !types.isEmpty() && CauseChain.any(failure, each -> isOne(each, types));
    }

    private static boolean isOne(Throwable failure, List<Class<? extends Throwable>> types) {
        for (Class<? extends Throwable> type : types) {
            if (type.isInstance(failure)) {
                return true;
            }
        }
        return false;
    }
}
