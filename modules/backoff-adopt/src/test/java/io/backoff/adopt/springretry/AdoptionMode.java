package io.backoff.adopt.springretry;

/** The settings for a mode of adoption. In {@code govern}, the budget always has a token left. */
final class AdoptionMode {

    private AdoptionMode() {}

    static String[] properties(String mode) {
        return new String[] {
            "backoff.adopt.mode=" + mode, "backoff.budgets.default.burst=1000000", "backoff.budgets.default.ratio=1"
        };
    }
}
