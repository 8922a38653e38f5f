package io.backoff.idempotency;

import io.backoff.Internal;
import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about idempotent methods and the store of their keys. */
@Internal
public enum IdempotencyMessage implements LogMessage {
    OWN_STORE(Level.INFO, "Idempotency keys are kept in the application's own store '%s'"),
    STORE(Level.INFO, "Idempotency keys are kept in store '%s' (%s: %s)"),
    STORE_IN_MEMORY(
            Level.INFO,
            "Idempotency keys are kept in store '%s' (%s: %s); other instances do not see them, "
                    + "and a restart loses them"),
    NO_DATABASE_CLOCK("Backoff does not know how to read the clock of %s, so leases of idempotency keys "
            + "use the clocks of the instances: keep these synchronized to much less than "
            + "backoff.idempotency.lease"),
    SHARED_CONNECTIONS("Leases of idempotency keys are renewed on the application's own connections, %s: "
            + "operations that hold all of them lose their leases and may be carried out twice. "
            + "Define a DataSource bean with @BackoffLeaseDataSource and @Bean(defaultCandidate = false)"),
    LEASE_NOT_RENEWED("The lease of %s could not be renewed; once it expires, a duplicate runs%s"),
    LEASE_LOST("The lease of %s was lost; another call may have carried out the same operation%s"),
    OUTCOME_NOT_STORED("The outcome of %s could not be stored; a duplicate runs once the lease expires%s"),
    TRANSACTION_ROLLED_BACK("The outcome of %s could not be stored; its transaction is rolled back%s"),
    TRANSACTION_UNKNOWN("The outcome of the transaction around %s is unknown, so nothing is stored; a "
            + "duplicate runs once the lease expires%s"),
    RESULT_NOT_KEPT("A result of %s cannot be kept; duplicates get none"),
    ARGUMENT_NOT_COMPARED(
            "Argument %s of %s cannot be written as JSON; calls that differ only in it count as the same");

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
