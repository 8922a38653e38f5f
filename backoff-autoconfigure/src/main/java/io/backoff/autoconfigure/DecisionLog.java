package io.backoff.autoconfigure;

import io.backoff.classify.Exclusion.GroupMember;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.DecisionLogger;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import io.backoff.text.DurationText;
import io.backoff.text.FailureText;
import io.backoff.text.StackTraceText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Logs every decision after a failure: retries at DEBUG, calls that give up at WARN. The logger is
 * {@code io.backoff.policies.<policy>}, so that each policy can have its own log level.
 *
 * <p>Logs at most one warning a second for each policy, method, reason and failure class; the next warning contains the
 * number of omitted lines. At DEBUG, every call that gives up is logged with the stack trace of its failure; at TRACE,
 * retries have a stack trace too.
 *
 * <p>Log lines about the processing of a message contain the source of the message, such as its queue.
 *
 * <p>If a group in {@code abort-on} excludes a failure from retries, a line at INFO says how to retry such failures.
 * It is logged once for each policy and failure class.
 */
final class DecisionLog implements DecisionLogger {

    private static final LogMessage GAVE_UP = LogMessage.warning("%s (policy '%s') gave up after %s, %s: %s: %s%s");

    private static final String PREFIX = "io.backoff.policies.";
    private static final int LONGEST_FAILURE = 300;

    private final TimeSource time;
    private final BackoffPolicies policies;
    private final UnaryOperator<String> enabling;
    private final Map<String, Logger> logs = new ConcurrentHashMap<>();
    private final LogLimit limit = LogLimit.oncePer(Duration.ofSeconds(1));
    private final ExclusionLog exclusions;

    /**
     * Creates the log of an application.
     *
     * @param enabling finds the property that enables or disables a policy, with its origin
     */
    DecisionLog(TimeSource time, BackoffPolicies policies, UnaryOperator<String> enabling) {
        this.time = time;
        this.policies = policies;
        this.exclusions = new ExclusionLog(policies);
        this.enabling = enabling;
    }

    @Override
    public void log(
            RetryDecision decision,
            NextStep step,
            BackoffPolicy policy,
            boolean inTransaction,
            @Nullable String place) {
        if (decision.success()) {
            return;
        }
        Logger log = logs.computeIfAbsent(decision.policy(), name -> SpringLogger.of(PREFIX + name));
        if (!decision.retry()) {
            giveUp(log, decision, step, policy, inTransaction, place);
        } else if (log.isLoggable(Level.DEBUG)) {
            log.log(Level.DEBUG, retry(decision, step, policy, place) + stack(decision, log.isLoggable(Level.TRACE)));
        }
    }

    private void giveUp(
            Logger log,
            RetryDecision decision,
            NextStep step,
            BackoffPolicy policy,
            boolean inTransaction,
            @Nullable String place) {
        boolean warns = GAVE_UP.isLoggable(log);
        boolean debugs = log.isLoggable(Level.DEBUG);
        String omitted = warns ? limit.enter(Kind.of(decision), time.nanoTime()) : null;
        if (omitted != null) {
            giveUp(decision, step, policy, inTransaction, place, omitted + stack(decision, debugs))
                    .log(log);
        } else if (debugs) {
            giveUp(decision, step, policy, inTransaction, place, stack(decision, true))
                    .debug(log, null);
        }
        if (policy.enabled() && step.excluded() instanceof GroupMember member) {
            exclusions.explain(log, member, policy);
        }
    }

    private static String retry(RetryDecision decision, NextStep step, BackoffPolicy policy, @Nullable String place) {
        return method(decision, place) + " (policy '" + decision.policy() + "') " + attempt(decision, policy)
                + " failed, next in " + DurationText.rounded(decision.delay()) + asked(step.retryAfter()) + ": "
                + what(decision);
    }

    private static String asked(@Nullable Duration retryAfter) {
        return retryAfter == null || retryAfter.isZero()
                ? ""
                : " (the callee asked for " + DurationText.rounded(retryAfter) + ")";
    }

    private LogLine giveUp(
            RetryDecision decision,
            NextStep step,
            BackoffPolicy policy,
            boolean inTransaction,
            @Nullable String place,
            String end) {
        return GAVE_UP.with(
                method(decision, place),
                decision.policy(),
                attempt(decision, policy),
                DurationText.rounded(decision.elapsed()),
                reason(decision, step, policy, inTransaction),
                what(decision),
                end);
    }

    private static String method(RetryDecision decision, @Nullable String place) {
        return place == null ? decision.method() : decision.method() + " at " + place;
    }

    private static String attempt(RetryDecision decision, BackoffPolicy policy) {
        int max = policy.limits().maxAttempts();
        if (decision.attempt() == 0) {
            return "no attempt";
        }
        return "attempt " + decision.attempt() + (max == 0 || !policy.enabled() ? "" : " of " + max);
    }

    private String reason(RetryDecision decision, NextStep step, BackoffPolicy policy, boolean inTransaction) {
        if (decision.stopReason() != StopReason.NOT_RETRYABLE || policy.enabled()) {
            return GiveUpReason.of(decision, step, policy);
        }
        return inTransaction ? "one attempt, inside a transaction" : disabled(decision.policy());
    }

    private String disabled(String policy) {
        // Methods that another library retries may be counted under a name that is not a policy.
        String name = policies.names().contains(policy) ? policy : "default";
        return policies.get(name).enabled()
                ? "retries were disabled when the call began"
                : "retries are disabled by " + enabling.apply(name);
    }

    private static String what(RetryDecision decision) {
        if (decision.failure() != null) {
            return FailureText.withRootCause(decision.failure(), LONGEST_FAILURE);
        }
        boolean ended = decision.stopReason() == StopReason.ABORTED && decision.result() == null;
        return ended ? "no result" : "result not accepted";
    }

    private static String stack(RetryDecision decision, boolean wanted) {
        return wanted && decision.failure() != null ? StackTraceText.of(decision.failure()) : "";
    }

    /**
     * The key of calls that share one warning a second. It contains the name of the failure class instead of the class,
     * so that the class can be unloaded.
     */
    private record Kind(
            String policy, String method, @Nullable StopReason reason, String failure) {

        static Kind of(RetryDecision decision) {
            Throwable failure = decision.failure();
            return new Kind(
                    decision.policy(),
                    decision.method(),
                    decision.stopReason(),
                    failure == null ? "" : failure.getClass().getName());
        }
    }
}
