package io.backoff.engine;

import io.backoff.classify.RetryCause;
import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;

/** Meters that fail whenever they are used. */
public final class BrokenMeters implements CallMeters {

    @Override
    public CallMeters begin() {
        throw new IllegalStateException("begin");
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        throw new IllegalStateException("ended");
    }

    @Override
    public void retried(RetryCause cause) {
        throw new IllegalStateException("retried");
    }

    @Override
    public void waited(long nanos) {
        throw new IllegalStateException("waited");
    }
}
