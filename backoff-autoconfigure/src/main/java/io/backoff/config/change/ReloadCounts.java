package io.backoff.config.change;

import java.util.concurrent.atomic.LongAdder;

/** How often a changed configuration was followed at run time, and how often it was rejected. */
public final class ReloadCounts {

    private final LongAdder applied = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** Configurations that differed from the one before and were put in force. */
    public long applied() {
        return applied.sum();
    }

    /** Looks at a configuration that could not be used. */
    public long refused() {
        return refused.sum();
    }

    void countApplied() {
        applied.increment();
    }

    void countRefused() {
        refused.increment();
    }
}
