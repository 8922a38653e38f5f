package io.backoff.sample;

import static io.backoff.sample.AlertDrill.HOUR;
import static io.backoff.sample.AlertDrill.MINUTE;
import static io.backoff.sample.SimulatedCallee.Response.FAILED;
import static io.backoff.sample.SimulatedCallee.Response.NONE;
import static io.backoff.sample.SimulatedCallee.Response.OK;
import static io.backoff.sample.SimulatedCallee.Response.PERMANENT;
import static io.backoff.sample.SimulatedCallee.Response.THROTTLED;
import static io.backoff.sample.SimulatedCallee.WELL;
import static io.backoff.sample.SimulatedCallee.failing;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import java.util.function.Consumer;

/** What may happen to an application, and the alert that it is to cause. */
enum AlertCase {
    DOWN(
            "callee down, 2 to 20 calls/s",
            "BackoffCallsFailing",
            HOUR / 2,
            drill -> drill.run(drill.fleet(drill.number(1, 8), 2, 20).calling(downFrom(drill, failing(1, FAILED))))),

    RARELY_CALLED(
            "callee down, 0.05 to 0.15 calls/s",
            "BackoffCallsFailing",
            HOUR,
            drill -> drill.run(
                    drill.fleet(drill.number(1, 3), 0.05, 0.15).calling(downFrom(drill, failing(1, FAILED))))),

    FEW_CALLS(
            "callee down, a call in 6 to 10 min",
            "BackoffFewCallsFailing",
            2 * HOUR,
            drill -> drill.run(drill.fleet(1, 1 / 600.0, 1 / 360.0).calling(downFrom(drill, failing(1, FAILED))))),

    PERMANENT_FAILURES(
            "all calls `not_retryable` (401, or a defect), 5/s",
            "BackoffCallsFailing",
            HOUR / 2,
            drill -> drill.run(drill.fleet(drill.number(1, 6), 4, 6).calling(downFrom(drill, failing(1, PERMANENT))))),

    HANGING(
            "all calls `elapsed` (callee hangs)",
            "BackoffCallsFailing",
            HOUR / 2,
            drill -> drill.run(drill.fleet(drill.number(1, 6), 2, 20).calling(downFrom(drill, failing(1, NONE))))),

    PARTLY_FAILING(
            "16 to 18 % of the attempts fail, 6 to 9 % of the calls are lost",
            "BackoffCallsFailing",
            HOUR,
            drill -> drill.run(drill.fleet(drill.number(2, 6), 5, 20)
                    .calling(downFrom(drill, failing(drill.between(0.16, 0.18), FAILED))))),

    FLAPPING_MOSTLY_DOWN(
            "flapping: 4 min down, 2 up",
            "BackoffCallsFailing",
            HOUR,
            drill ->
                    drill.run(drill.fleet(drill.number(1, 6), 2, 20).calling(flapping(drill, 4 * MINUTE, 6 * MINUTE)))),

    FLAPPING_MOSTLY_UP(
            "flapping: 2 min down, 3 up",
            "BackoffCallsFailing",
            HOUR,
            drill ->
                    drill.run(drill.fleet(drill.number(1, 6), 2, 20).calling(flapping(drill, 2 * MINUTE, 5 * MINUTE)))),

    SLOW_LOSS(
            "0.4 to 0.5 % of the calls are lost",
            "BackoffErrorBudgetBurns",
            10 * HOUR,
            drill -> drill.run(drill.fleet(drill.number(2, 4), 1, 3)
                    .calling(downFrom(drill, failing(drill.between(0.004, 0.005), PERMANENT))))),

    OVER(
            "callee down for 12 min, then well",
            "BackoffCallsFailing",
            80 * MINUTE,
            drill -> drill.run(drill.fleet(drill.number(1, 8), 2, 20).calling(downFor(drill, 12 * MINUTE)))),

    LONG_OVER(
            "callee down for 30 min, then well for 9 h",
            "BackoffCallsFailing",
            570 * MINUTE,
            drill -> drill.run(drill.fleet(drill.number(1, 3), 1, 3).calling(downFor(drill, 30 * MINUTE)))),

    ONE_OF_5("one bad instance of 5", "BackoffInstanceFailing", HOUR, drill -> oneBadOf(drill, 5)),

    ONE_OF_20("one bad instance of 20", "BackoffInstanceFailing", HOUR, drill -> oneBadOf(drill, 20)),

    ONE_OF_50("one bad instance of 50", "BackoffInstanceFailing", HOUR, drill -> oneBadOf(drill, 50)),

    TOO_MUCH_LOAD(
            "a third of the first attempts fails, and a budget grants all retries",
            "BackoffAmplification",
            HOUR,
            drill -> drill.run(drill.fleet(drill.number(2, 8), 10, 30)
                    .budgets(new BudgetLimits(0.1, 20, 10, DepositOn.CALL))
                    .calling(downFrom(
                            drill,
                            (second, instance, attempt, random) ->
                                    attempt == 1 && random.nextDouble() < 0.35 ? FAILED : OK)))),

    UNREADABLE(
            "stored calls unreadable (`NaN`)",
            "BackoffRedeliveryUnreadable",
            HOUR,
            drill -> stored(drill)
                    .waiting(second -> second < drill.onset() ? 3 : Double.NaN)
                    .dead(second -> second < drill.onset() ? 0 : Double.NaN)
                    .oldest(second -> second < drill.onset() ? 10 : Double.NaN)),

    BACKLOG(
            "a backlog of 20,000 to 40,000 stored calls, none delivered for 50 min",
            "BackoffRedeliveryStuck",
            50 * MINUTE,
            drill -> {
                int backlog = drill.number(20_000, 40_000);
                stored(drill)
                        .waiting(second -> second < drill.onset() ? 2 : backlog)
                        .oldest(second -> Math.max(5, second - drill.onset()))
                        .delivered(second -> Math.min(second, drill.onset()) / 20);
            }),

    DEAD_IN_A_GAP(
            "300 to 700 dead letters that arrived while nothing was scraped", "BackoffDeadLetters", HOUR, drill -> {
                int dead = drill.number(300, 700);
                int gap = drill.onset() - drill.number(20, 40) * MINUTE;
                drill.stored(3)
                        .dead(second -> second < gap ? 0 : second < drill.onset() ? SampledSeries.MISSING : dead);
            }),

    DEAD_BEFORE("dead letters in an application that was never scraped before", "BackoffDeadLetters", HOUR, drill -> {
        int dead = drill.number(1, 700);
        drill.stored(3).dead(second -> second < drill.onset() ? SampledSeries.MISSING : dead);
    }),

    PAUSED_ON_ONE(
            "one instance of three paused",
            "BackoffRedeliveryPausedOnSome",
            HOUR,
            drill -> stored(drill).paused(drill.culprit(3), second -> second < drill.onset() ? 0 : 1)),

    LATE_DESPITE_A_PAUSE(
            "one instance of three paused, and the others too slow for 500 stored calls",
            "BackoffRedeliveryLate, BackoffRedeliveryPausedOnSome",
            90 * MINUTE,
            drill -> stored(drill)
                    .paused(drill.culprit(3), second -> second < drill.onset() ? 0 : 1)
                    .waiting(second -> second < drill.onset() ? 2 : 500)
                    .oldest(second -> Math.max(5, second - drill.onset()))),

    QUIET(
            "1 % of the attempts fail, and stored calls come and go",
            "", HOUR, drill -> {
                drill.run(drill.fleet(drill.number(1, 8), 0.05, 20).calling(failing(0.01, FAILED)));
                stored(drill).waiting(second -> drill.number(0, 8)).oldest(second -> drill.number(0, 300));
            }),

    ROLLING_RESTART("restarts of all, one after another, whose first calls fail", "", HOUR, drill -> {
        int instances = drill.number(3, 20);
        int pace = drill.number(30, 120);
        SimulatedFleet fleet = drill.fleet(instances, 5, 20);
        for (int i = 0; i < instances; i++) {
            fleet.restart(i, drill.onset() + i * pace, drill.onset() + i * pace + 20);
        }
        drill.run(fleet.calling((second, instance, attempt, random) -> {
            int up = second - drill.onset() - (instance - 1) * pace - 20;
            return failing(up >= 0 && up < 5 ? 0.5 : 0, FAILED).respond(second, instance, attempt, random);
        }));
    }),

    TWO_MINUTES(
            "all calls fail for 2 min",
            "",
            HOUR,
            drill -> drill.run(drill.fleet(drill.number(1, 8), 0.1, 20)
                    .calling(WELL.except(drill.onset(), drill.onset() + 2 * MINUTE, failing(1, FAILED))))),

    RECOVERING(
            "4 % of the attempts fail, and the calls recover",
            "",
            HOUR,
            drill -> drill.run(drill.fleet(drill.number(1, 8), 1, 15).calling(downFrom(drill, failing(0.04, FAILED))))),

    BATCHES(
            "batches of some hundred calls, of which 4 % recover",
            "", HOUR, drill -> {
                int every = drill.number(10, 40) * MINUTE;
                double rate = drill.between(2, 10);
                drill.run(drill.fleet(drill.number(1, 4), 1, 1)
                        .load(second -> second % every < 90 ? rate : 0)
                        .calling(failing(0.04, FAILED)));
            }),

    NOT_SCRAPED("an instance that is not scraped for half an hour", "", HOUR, drill -> {
        int instances = drill.number(2, 6);
        drill.run(drill.fleet(instances, 2, 20)
                .unscraped(drill.number(0, instances - 1), drill.onset(), drill.onset() + HOUR / 2)
                .calling(failing(0.02, FAILED)));
    }),

    CLOCKS("the clock of one instance of three jumps, by hours", "", 90 * MINUTE, drill -> {
        double hours = drill.between(2, 30) * (drill.number(0, 1) == 0 ? 1 : -1);
        int wrong = drill.number(1, 3);
        stored(drill)
                .waiting(second -> drill.number(10, 60))
                .oldest(second -> 60)
                .oldest(wrong, second -> second < drill.onset() ? 60 : Math.max(0, 60 + hours * HOUR));
    }),

    ALL_CLOCKS("all clocks jump, by hours", "", 90 * MINUTE, drill -> {
        double hours = drill.between(2, 30);
        int drained = drill.onset() + drill.number(1, 5) * MINUTE;
        stored(drill)
                .waiting(second -> drill.number(10, 60))
                .oldest(second -> 60 + (second < drill.onset() || second > drained ? 0 : hours * HOUR));
    }),

    THROTTLED_FOR_A_WHILE(
            "a burst of 429 of 5 min, 40 to 70 % of the attempts",
            "",
            HOUR,
            drill -> drill.run(drill.fleet(drill.number(1, 8), 2, 20)
                    .calling(WELL.except(
                            drill.onset(), drill.onset() + 5 * MINUTE, failing(drill.between(0.4, 0.7), THROTTLED)))));

    private final String title;
    private final String alerts;
    private final int length;
    private final Consumer<AlertDrill> simulation;

    AlertCase(String title, String alerts, int length, Consumer<AlertDrill> simulation) {
        this.title = title;
        this.alerts = alerts;
        this.length = length;
        this.simulation = simulation;
    }

    String title() {
        return title;
    }

    /** The names of the alerts that are to fire, in alphabetical order; empty if there are none. */
    String alerts() {
        return alerts;
    }

    /** Seconds from the beginning of the trouble to the end of the drill. */
    int length() {
        return length;
    }

    /** Whether the trouble lasts until the end of the drill. */
    boolean lasts() {
        return this != OVER && this != LONG_OVER;
    }

    void simulate(AlertDrill drill) {
        simulation.accept(drill);
    }

    private static SimulatedCallee downFrom(AlertDrill drill, SimulatedCallee then) {
        return WELL.except(drill.onset(), Integer.MAX_VALUE, then);
    }

    private static SimulatedCallee downFor(AlertDrill drill, int seconds) {
        return WELL.except(drill.onset(), drill.onset() + seconds, failing(1, FAILED));
    }

    private static SimulatedCallee flapping(AlertDrill drill, int down, int period) {
        SimulatedCallee failing = failing(1, FAILED);
        return (second, instance, attempt, random) -> (second >= drill.onset()
                                && (second - drill.onset()) % period < down
                        ? failing
                        : WELL)
                .respond(second, instance, attempt, random);
    }

    private static void oneBadOf(AlertDrill drill, int instances) {
        int bad = drill.culprit(instances);
        drill.run(drill.fleet(instances, instances * 0.2, instances * 0.6)
                .calling(WELL.exceptFor(bad, downFrom(drill, failing(drill.between(0.7, 1), FAILED)))));
    }

    private static StoredCalls stored(AlertDrill drill) {
        return StoredCalls.none(drill.job(), drill.series(), 3);
    }
}
