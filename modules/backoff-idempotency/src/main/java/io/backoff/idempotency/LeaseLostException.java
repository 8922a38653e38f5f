package io.backoff.idempotency;

/**
 * Thrown if a call loses its lease before its transaction commits. The transaction is rolled back, because another call
 * may have executed the same operation. The call can be retried in a new transaction.
 *
 * <pre>{@code
 * try {
 *     return orders.place(order);   // @Idempotent and @Transactional
 * } catch (LeaseLostException lost) {
 *     return orders.place(order);   // returns the result of the call that took over, if it has one
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception whose message contains the operation but not the key.
     *
     * @param operation the operation's name: {@code Class.method}, or the value of {@code @Idempotent}
     */
    public LeaseLostException(String operation) {
        super("A call of " + operation + " lost its lease, so its transaction is rolled back;"
                + " another call may have carried out the same operation");
    }
}
