package io.backoff.benchmarks.call;

import static io.backoff.benchmarks.call.Contestant.BACKOFF;
import static io.backoff.benchmarks.call.Contestant.BACKOFF_TRANSACTIONAL;
import static io.backoff.benchmarks.call.Contestant.BACKOFF_UNMETERED;
import static io.backoff.benchmarks.call.Contestant.DIRECT;
import static io.backoff.benchmarks.call.Contestant.FAILSAFE;
import static io.backoff.benchmarks.call.Contestant.FRAMEWORK;
import static io.backoff.benchmarks.call.Contestant.NOOP_CGLIB;
import static io.backoff.benchmarks.call.Contestant.NOOP_JDK;
import static io.backoff.benchmarks.call.Contestant.NOOP_TRANSACTIONAL;
import static io.backoff.benchmarks.call.Contestant.RESILIENCE4J;
import static io.backoff.benchmarks.call.Contestant.SPRING_RETRY;

import java.util.List;

/** What is measured together, in one run; the first contestant is what the others are compared with. */
enum Scenario {
    FIRST_ATTEMPT(
            "The first attempt succeeds",
            new Setting("none", false, 1),
            NOOP_CGLIB,
            DIRECT,
            NOOP_JDK,
            BACKOFF_UNMETERED,
            BACKOFF,
            FRAMEWORK,
            SPRING_RETRY,
            RESILIENCE4J,
            FAILSAFE),
    TWO_THREADS(
            "The same with two threads",
            new Setting("none", false, 2),
            NOOP_CGLIB,
            BACKOFF_UNMETERED,
            BACKOFF,
            FRAMEWORK,
            SPRING_RETRY),
    STACKLESS(
            "Two failures without a stack, then success, no delay",
            new Setting("stackless", false, 1),
            FRAMEWORK,
            BACKOFF,
            SPRING_RETRY,
            RESILIENCE4J,
            FAILSAFE),
    FRESH(
            "The same with a new exception each",
            new Setting("fresh", false, 1),
            FRAMEWORK,
            BACKOFF,
            SPRING_RETRY,
            RESILIENCE4J,
            FAILSAFE),
    POLLUTED(
            "The first attempt succeeds, after other advised beans have run",
            new Setting("none", true, 1),
            NOOP_CGLIB,
            BACKOFF_UNMETERED,
            BACKOFF,
            FRAMEWORK),
    POLLUTED_FAILURES(
            "Two failures without a stack, after other advised beans have run",
            new Setting("stackless", true, 1),
            FRAMEWORK,
            BACKOFF),
    TRANSACTIONAL(
            "The first attempt succeeds, in a transaction each",
            new Setting("none", false, 1),
            NOOP_TRANSACTIONAL,
            BACKOFF_TRANSACTIONAL);

    final String title;
    final Setting setting;
    final List<Contestant> contestants;

    Scenario(String title, Setting setting, Contestant... contestants) {
        this.title = title;
        this.setting = setting;
        this.contestants = List.of(contestants);
    }

    /**
     * What the contestants have in common.
     *
     * @param failures as in {@link CallState}
     * @param polluted whether other advised beans have run before
     */
    record Setting(String failures, boolean polluted, int threads) {}
}
