package io.backoff.sample.dashboard;

import java.util.ArrayList;
import java.util.List;

/**
 * An assessment of the figures.
 *
 * @param orders severity of the unpaid orders
 * @param provider severity of the load that retries put on the provider
 * @param text both assessments in words
 */
record Situation(Level orders, Level provider, String text) {

    private static final int LONGEST_ORDER = 5;

    enum Level {
        UNKNOWN,
        FINE,
        WARNING,
        ALARM
    }

    /** Assessments of the share of paid orders. The first one whose minimum share is reached applies. */
    private enum Paid {
        ALL(1, Level.FINE, "All orders are paid."),
        NEARLY_ALL(0.99, Level.FINE, "Nearly all orders are paid."),
        MOST(0.5, Level.WARNING, "Some orders are not paid."),
        FEW(Double.MIN_VALUE, Level.ALARM, "Most orders are not paid."),
        NONE(0, Level.ALARM, "No orders are paid.");

        private final double share;
        private final Level level;
        private final String text;

        Paid(double share, Level level, String text) {
            this.share = share;
            this.level = level;
            this.text = text;
        }
    }

    /**
     * Assessments of the number of requests per order. The first one whose minimum number is reached applies. In the
     * long run, a budget of 10 % allows 1.1 requests per order. Saved-up tokens allow more, but only for a short time.
     * Therefore, {@link #STORM} is skipped if there is a budget.
     */
    private enum Load {
        STORM(1.6, Level.ALARM, "Retry storm: retries multiply the load on the provider."),
        RAISED(1.2, Level.WARNING, "Retries add to the load on the provider."),
        NORMAL(0, Level.FINE, "The provider gets about one request per order.");

        private final double amplification;
        private final Level level;
        private final String text;

        Load(double amplification, Level level, String text) {
            this.amplification = amplification;
            this.level = level;
            this.text = text;
        }
    }

    /**
     * The situation that these figures show.
     *
     * @param load orders per second that customers try to place
     * @param budget the current budget
     * @param stored the current stored calls
     * @param window counts of the last ten seconds, or since orders started if that is shorter
     */
    static Situation of(int load, BudgetState budget, StoredCalls stored, Totals window) {
        Situation situation = window.orders() == 0 ? withoutOrders(load, window) : withOrders(budget, window);
        return stored.paused()
                ? new Situation(
                        situation.orders, situation.provider, situation.text + " Delivery of confirmations is paused.")
                : situation;
    }

    private static Situation withOrders(BudgetState budget, Totals window) {
        Paid paid = paid((double) window.paidOrders() / window.orders());
        Load onProvider = load((double) window.requests() / window.orders(), budget.on());
        List<String> text = new ArrayList<>(List.of(paid.text, onProvider.text));
        if (!budget.on()) {
            text.add("The retry budget is off.");
        } else if (budget.tokens() == 0) {
            text.add("The retry budget is empty.");
        }
        return new Situation(paid.level, onProvider.level, String.join(" ", text));
    }

    private static Situation withoutOrders(int load, Totals window) {
        if (load == 0) {
            return new Situation(Level.UNKNOWN, Level.UNKNOWN, "No orders are placed. Raise the load to place some.");
        }
        return window.seconds() < LONGEST_ORDER
                ? new Situation(Level.UNKNOWN, Level.UNKNOWN, "Waiting for the first orders.")
                : new Situation(Level.ALARM, Level.UNKNOWN, "Orders are placed, but none finishes.");
    }

    private static Paid paid(double share) {
        return List.of(Paid.values()).stream()
                .filter(row -> share >= row.share)
                .findFirst()
                .orElseThrow();
    }

    private static Load load(double amplification, boolean budgeted) {
        return List.of(Load.values()).stream()
                .filter(row -> row != Load.STORM || !budgeted)
                .filter(row -> amplification >= row.amplification)
                .findFirst()
                .orElseThrow();
    }
}
