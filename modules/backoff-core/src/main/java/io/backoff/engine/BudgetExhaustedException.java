package io.backoff.engine;

/**
 * A marker, suppressed on the failure of a call that was not retried because the retry budget was empty. It is never
 * thrown.
 */
public final class BudgetExhaustedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private BudgetExhaustedException(String budget) {
        // No stack trace: it marks a decision, not a place, and budgets run out in the middle of an outage.
        super("Not retried: retry budget '" + budget + "' is empty", null, false, false);
    }

    /**
     * Adds the marker to a failure that has none: an instance thrown repeatedly would otherwise collect one per call.
     */
    public static void explain(Throwable failure, String budget) {
        for (Throwable each : failure.getSuppressed()) {
            if (each instanceof BudgetExhaustedException) {
                return;
            }
        }
        failure.addSuppressed(new BudgetExhaustedException(budget));
    }
}
