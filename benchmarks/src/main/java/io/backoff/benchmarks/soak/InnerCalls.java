package io.backoff.benchmarks.soak;

import io.backoff.Backoff;
import org.jspecify.annotations.Nullable;

/** Guarded calls nested in guarded calls. */
class InnerCalls {

    private final Target target;

    InnerCalls(Target target) {
        this.target = target;
    }

    @Backoff("inner")
    public @Nullable Object inner(Call call) throws Exception {
        return target.now(call, Kind.INNER);
    }
}
