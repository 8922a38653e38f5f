package io.backoff.benchmarks.soak;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/** A listener that counts outcomes of calls, and sometimes throws. */
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
