package io.backoff.config.change;

import java.util.concurrent.atomic.LongAdder;

/** Counts configuration changes that were applied or rejected at run time. */
public final class ReloadCounts {

    private final LongAdder applied = new LongAdder();
    private final LongAdder rejected = new LongAdder();

    /** The number of applied changes. */
    public long applied() {
        return applied.sum();
    }

    /** The number of rejected reloads; an invalid configuration counts on each reload. */
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
