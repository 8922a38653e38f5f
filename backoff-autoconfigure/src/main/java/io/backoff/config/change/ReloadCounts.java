package io.backoff.config.change;

import java.util.concurrent.atomic.LongAdder;

/** Counts how often a changed configuration was applied or rejected at run time. */
public final class ReloadCounts {

    private final LongAdder applied = new LongAdder();
    private final LongAdder rejected = new LongAdder();

    /** The number of changed configurations that were applied. */
    public long applied() {
        return applied.sum();
    }

    /** The number of reloads that were rejected; an invalid configuration counts on each reload. */
    public long rejected() {
        return rejected.sum();
    }

    void countApplied() {
        applied.increment();
    }

    void countRejected() {
        rejected.increment();
    }
}
