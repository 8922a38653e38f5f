package io.backoff.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import org.jspecify.annotations.Nullable;

/** Records the value 1 many times, in the time that once takes. Micrometer has no such method. */
@FunctionalInterface
interface Bulk {

    /** As if {@code record(1)} of the summary were called so many times. */
    void recordOne(long times);

    /** Finds a way to do it. */
    @FunctionalInterface
    interface Factory {

        /** There is none. */
        Factory NONE = summary -> null;

        @Nullable
        Bulk of(DistributionSummary summary);
    }
}
