package io.backoff.spring;

import io.backoff.engine.TimeSource;
import io.backoff.engine.operations.DelaySequence;
import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import org.springframework.util.backoff.BackOffExecution;

/** The delays of one execution, computed from one snapshot of a policy. Used by one thread at a time. */
final class PolicyBackOffExecution implements BackOffExecution {

    private final BackoffPolicy policy;
    private final TimeSource time;
    private final long start;
    private final DelaySequence delays;
    private int attempt = 1;
    private boolean stopped;

    PolicyBackOffExecution(BackoffPolicy policy, TimeSource time) {
        this.policy = policy;
        this.time = time;
        this.start = time.nanoTime();
        this.delays = new DelaySequence(() -> policy, time.random());
        this.stopped = !policy.enabled();
    }

    @Override
    public long nextBackOff() {
        // An execution that has ended stays ended, even if the next delay would be short enough for max-elapsed.
        if (stopped || policy.limits().isLast(attempt)) {
            return STOP;
        }
        attempt++;
        long millis = Millis.roundedUp(delays.next().toNanos());
        stopped = !fits(Duration.ofMillis(millis));
        return stopped ? STOP : millis;
    }

    private boolean fits(Duration delay) {
        return policy.limits().permits(delay, Duration.ofNanos(time.nanoTime() - start));
    }

    @Override
    public String toString() {
        return "delay " + (attempt - 1) + " of policy '" + policy.name() + "'";
    }
}
