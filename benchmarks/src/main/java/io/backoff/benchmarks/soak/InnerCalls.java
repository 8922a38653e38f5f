package io.backoff.benchmarks.soak;

import io.backoff.Backoff;
import org.jspecify.annotations.Nullable;

/** A guarded method that is called within the attempts of another guarded method. */
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
