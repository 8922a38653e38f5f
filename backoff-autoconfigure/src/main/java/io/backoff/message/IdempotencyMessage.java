package io.backoff.message;

import java.lang.System.Logger.Level;

/** Messages about idempotent methods and the store of their keys. */
public enum IdempotencyMessage implements LogMessage {
    OWN_STORE(Level.INFO, "Idempotency keys are kept in the application's own store '%s'"),
    STORE(Level.INFO, "Idempotency keys are kept in store '%s' (%s: %s)"),
    STORE_IN_MEMORY(
            Level.INFO,
            "Idempotency keys are kept in store '%s' (%s: %s); other instances and a restart know "
                    + "nothing of them"),
    NO_DATABASE_CLOCK("How to ask %s for the time is unknown, so leases of idempotency keys go by the clocks of "
            + "the instances: keep these synchronized to much less than backoff.idempotency.lease"),
    SHARED_CONNECTIONS("Leases of idempotency keys are renewed on connections of the application, %s: operations "
            + "that hold all of them lose their leases, and may be carried out twice. Define a "
            + "DataSource bean with @BackoffLeaseDataSource and @Bean(defaultCandidate = false)"),
    LEASE_NOT_RENEWED("The lease of %s could not be renewed; when it is over, a duplicate runs%s"),
    LEASE_LOST("The lease of %s was lost; another call may have carried out the same operation%s"),
    OUTCOME_NOT_STORED("How %s ended could not be stored; a duplicate runs when the lease is over%s"),
    TRANSACTION_ROLLED_BACK("How %s ended could not be stored; its transaction is rolled back%s"),
    TRANSACTION_UNKNOWN("How the transaction around %s ended is unknown, so nothing is stored; a duplicate runs "
            + "when the lease is over%s"),
    RESULT_NOT_KEPT("A result of %s cannot be kept; duplicates get none"),
    ARGUMENT_NOT_COMPARED(
            "Argument %s of %s cannot be written as JSON; calls that differ in nothing else count as " + "the same");

    private final Level level;
    private final String template;

    IdempotencyMessage(Level level, String template) {
        this.level = level;
        this.template = template;
    }

    IdempotencyMessage(String template) {
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
