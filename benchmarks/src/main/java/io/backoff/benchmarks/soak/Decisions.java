package io.backoff.benchmarks.soak;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/** Counts outcomes of calls, and fails now and then. */
final class Decisions implements BackoffListener {

    private final LongAdder ends = new LongAdder();

    @Override
    public void onDecision(RetryDecision decision) {
        if (!decision.retry()) {
            ends.increment();
        }
        if (ThreadLocalRandom.current().nextInt(100) == 0) {
            throw new IllegalStateException("listener");
        }
    }

    long ends() {
        return ends.sum();
    }
}
