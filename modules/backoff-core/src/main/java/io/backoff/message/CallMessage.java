package io.backoff.message;

import java.lang.System.Logger.Level;

/** Messages about calls and their participants. */
public enum CallMessage implements LogMessage {
    GAVE_UP("%s (policy '%s') gave up after %s, %s: %s: %s%s"),
    EXCLUDED(
            Level.INFO,
            "Policy '%s': not retried: %s is of group '%s' (abort-on). If a retry can help, %s: a class that is named there "
                    + "wins over the group. This is logged once for each policy and class"),
    RECOVERED(Level.INFO, "%s (policy '%s') has recovered after %s in %s"),
    LISTENER_FAILED("Listener %s failed"),
    CLASSIFIER_FAILED("A classifier of policy '%s' failed; not retried"),
    RESULT_EXPRESSION_FAILED("Result expression '%s' failed; the result is accepted"),
    KEY_MISSING("%s has no key, because %s: its retries depend on the budget of the policy alone. This is logged once"),
    BUDGET_FAILED("The budget of policy '%s' failed"),
    TASK_FAILED("A delayed task failed"),
    CONTEXT_FAILED("The caller's context could not be propagated"),
    TRANSACTION_FAILED("The caller's transaction could not be inspected"),
    DECISION_NOT_REPORTED("A decision on %s could not be reported"),
    DELAY_NOT_REPORTED("A delay of %s could not be reported"),
    RECOVERY_NOT_REPORTED("The end of an outage of %s could not be reported"),
    RETRY_THREAD_HELD("%s held %s for %s before it returned its future, so retries of other calls had to "
            + "wait. Hand its work to an executor, or make it @Async. This is logged once."),
    ATTEMPT_TIMEOUT_UNUSED("The attempt-timeout of policy '%s', %s, has no effect on blocking calls: use "
            + "callAsync, or set a timeout at the client"),
    JOINS_TRANSACTION("%s is called in its caller's transaction and makes one attempt: the writes of a "
            + "failed attempt could not be undone before the next one. Give it a transaction of "
            + "its own with @Transactional(propagation = Propagation.REQUIRES_NEW), guard the "
            + "method that begins the transaction instead, or set 'backoff.transactions' to 'retry'"),
    INSIDE_TRANSACTION("%s makes one attempt: it retries inside its own transaction, which all attempts "
            + "would share, whatever its propagation. Retry outside the transaction: remove "
            + "'backoff.order', or set it below the order of the transaction advice; woven retries "
            + "always run inside a proxy's transaction, so guard the caller there. Or set "
            + "'backoff.transactions' to 'retry'"),
    TRANSACTION_SPOILED("%s (policy '%s') is not retried: an attempt marked its caller's transaction for "
            + "rollback, so nothing that a later attempt writes could be committed. Guard the "
            + "method that begins the transaction, or set 'backoff.transactions' to 'retry'"),
    REQUEST_REJECTED("A request is rejected with %s and 'do not retry', because a call in it ended for good%s: %s");

    private final Level level;
    private final String template;

    CallMessage(Level level, String template) {
        this.level = level;
        this.template = template;
    }

    CallMessage(String template) {
        this(Level.WARNING, template);
    }

    @Override
    public Level level() {
        return level;
    }

    @Override
    public String template() {
        return template;
    }
}
