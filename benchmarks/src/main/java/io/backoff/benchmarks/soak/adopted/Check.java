package io.backoff.benchmarks.soak.adopted;

import org.jspecify.annotations.Nullable;

/** Records expectations that do not hold. */
@FunctionalInterface
public interface Check {

    /** Checks one expectation; if it does not hold, records the formatted description. */
    void unless(boolean holds, String format, @Nullable Object... arguments);
}
