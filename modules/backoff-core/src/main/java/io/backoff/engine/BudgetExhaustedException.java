package io.backoff.engine;

import io.backoff.budget.Withdrawal;
import org.jspecify.annotations.Nullable;

/**
 * A marker, added as a suppressed exception to the failure of a call that was not retried because its retry budget was
 * empty. It is never thrown.
 *
 * <pre>{@code
 * catch (IOException failure) {
 *     boolean denied = Stream.of(failure.getSuppressed()).anyMatch(BudgetExhaustedException.class::isInstance);
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public final class BudgetExhaustedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private BudgetExhaustedException(String message) {
        // The marker has no stack trace: it marks a decision, not a place, and is created often during an outage.
        super(message, null, false, false);
    }

    /**
     * Adds the marker to a failure, unless the failure already has one: an exception instance that is thrown repeatedly
     * would otherwise collect one marker per call.
     *
     * @param failure the failure that gets the marker
     * @param budget the name of the budget
     * @param denied the result of the withdrawal
     */
    public static void explain(Throwable failure, String budget, @Nullable Withdrawal denied) {
        for (Throwable suppressed : failure.getSuppressed()) {
            if (suppressed instanceof BudgetExhaustedException) {
                return;
            }
        }
        // The message omits the key, which may be confidential.
        failure.addSuppressed(new BudgetExhaustedException(
                denied == Withdrawal.KEY_DENIED
                        ? "Not retried: retry budget '" + budget + "' is empty for the key of this call"
                        : "Not retried: retry budget '" + budget + "' is empty"));
    }
}
