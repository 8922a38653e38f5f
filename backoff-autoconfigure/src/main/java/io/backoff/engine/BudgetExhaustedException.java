package io.backoff.engine;

/**
 * Suppressed on the failure of a call that was not retried because the retry budget had nothing left. Never thrown by
 * itself.
 */
public final class BudgetExhaustedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private BudgetExhaustedException(String budget) {
        // Without a stack: it marks a decision, not a place, and budgets run out in the middle of an outage.
        super("Not retried: retry budget '" + budget + "' is empty", null, false, false);
    }

    /** Once only: an exception that is thrown over and over would collect one for each call. */
    public static void explain(Throwable failure, String budget) {
        for (Throwable each : failure.getSuppressed()) {
            if (each instanceof BudgetExhaustedException) {
                return;
            }
        }
        failure.addSuppressed(new BudgetExhaustedException(budget));
    }
}
