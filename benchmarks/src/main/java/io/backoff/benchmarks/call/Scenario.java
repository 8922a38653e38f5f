package io.backoff.benchmarks.call;

import io.backoff.benchmarks.call.Work.Load;

/** The kind of calls that are measured together. */
public enum Scenario {
    WORK("Each call does four microseconds of work and succeeds", new Load(1_600, 0, false), 1),
    FIRST_ATTEMPT("At full speed: no work, the first attempt succeeds", Load.NONE, 1),
    TWO_THREADS("The same with two threads", Load.NONE, 2),
    STACKLESS("Two failures without a stack, then success, no delay", new Load(0, 2, false), 1),
    FRESH("The same with a new exception each", new Load(0, 2, true), 1);

    final String title;
    final int threads;
    private final Load load;

    Scenario(String title, Load load, int threads) {
        this.title = title;
        this.load = load;
        this.threads = threads;
    }

    Work work() {
        return new Work(load);
    }
}
