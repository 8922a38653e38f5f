package io.backoff.message;

import java.lang.System.Logger.Level;

/** Messages about calls and what takes part in them. */
public enum CallMessage implements LogMessage {
    GAVE_UP("%s (policy '%s') gave up after %s, %s: %s: %s%s"),
    RECOVERED(Level.INFO, "%s (policy '%s') has recovered after %s in %s"),
    LISTENER_FAILED("Listener %s failed"),
    CLASSIFIER_FAILED("A classifier of policy '%s' failed; not retried"),
    RESULT_EXPRESSION_FAILED("Result expression '%s' failed; the result is accepted"),
    BUDGET_FAILED("The budget of policy '%s' failed"),
    TASK_FAILED("A delayed task failed"),
    CONTEXT_FAILED("The context of a caller could not be carried over"),
    TRANSACTION_FAILED("The transaction of a caller could not be inspected"),
    DECISION_NOT_REPORTED("A decision on %s could not be reported"),
    DELAY_NOT_REPORTED("A delay of %s could not be reported"),
    RECOVERY_NOT_REPORTED("The end of an outage of %s could not be reported"),
    RETRY_THREAD_HELD("%s has held %s for %s before it returned its future, and the retries of other calls had "
            + "to wait. Hand its work to an executor, or make it @Async. This is logged once."),
    ATTEMPT_TIMEOUT_UNUSED("The attempt-timeout of policy '%s', %s, has no effect on calls that block: use callAsync, "
            + "or set a timeout at the client"),
    JOINS_TRANSACTION("%s is called in a transaction of its caller, and makes one attempt: what a failed attempt "
            + "wrote could not be undone before the next. Give it a transaction of its own with "
            + "@Transactional(propagation = Propagation.REQUIRES_NEW), guard the method that begins the "
            + "transaction instead, or set 'backoff.transactions' to 'retry'"),
    INSIDE_TRANSACTION("%s makes one attempt: its retries are inside of its own transaction, which all attempts "
            + "would share, whatever its propagation. Put them around it: remove 'backoff.order', or set "
            + "it below the order of the transactions; woven retries are always inside of a proxy's "
            + "transaction, so guard the caller there. Or set 'backoff.transactions' to 'retry'"),
    TRANSACTION_SPOILED("%s (policy '%s') is not retried: an attempt has marked the transaction of its caller for "
            + "rollback, so that nothing a later one writes could be saved. Guard the method that begins "
            + "the transaction, or set 'backoff.transactions' to 'retry'"),
    REQUEST_REJECTED("A request is answered with 503 and 'do not retry', as a call in it ended for good%s: %s");

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
