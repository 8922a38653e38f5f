package io.backoff.adopt.resilience4j;

/** How Backoff is configured beside the retries of Resilience4j: the only place that does so. */
final class Adoption {

    private Adoption() {}

    /** Properties of an application in a mode; the budgets hold more retries than a test makes. */
    static String[] properties(String mode) {
        return new String[] {
            "backoff.adopt.mode=" + mode, "backoff.budgets.default.ratio=1", "backoff.budgets.default.burst=10000"
        };
    }
}
