package io.backoff.idempotency;

/**
 * The call lost its lease while it ran in a transaction, which is rolled back: another call may have carried out the
 * same operation since. It can be retried in a new transaction.
 */
public class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception that names the operation, never the key. */
    public LeaseLostException(String operation) {
        super("A call of " + operation + " lost its lease, so its transaction is rolled back;"
                + " another call may have carried out the same operation");
    }
}
