package io.backoff.benchmarks.soak.adopted;

import org.jspecify.annotations.Nullable;

/** Records expectations that do not hold. */
@FunctionalInterface
public interface Check {

    /** Checks one expectation, and describes what is wrong if it does not hold. */
    void unless(boolean holds, String format, @Nullable Object... arguments);
}
