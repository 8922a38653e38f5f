package io.backoff.spring;

import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Limits;
import java.time.Duration;
import org.springframework.util.backoff.BackOffExecution;

/** The delays of one execution, of one snapshot of a policy. Used by one thread at a time. */
final class DelaySequence implements BackOffExecution {

    private final BackoffPolicy policy;
    private final TimeSource time;
    private final long start;
    private int wait;
    private long previousNanos;
    private boolean stopped;

    DelaySequence(BackoffPolicy policy, TimeSource time) {
        this.policy = policy;
        this.time = time;
        this.start = time.nanoTime();
        this.stopped = !policy.enabled();
    }

    @Override
    public long nextBackOff() {
        // An end is final, even if a shorter draw would still fit.
        if (stopped || wait >= mostWaits()) {
            return STOP;
        }
        wait++;
        previousNanos = policy.delay().nanos(wait, previousNanos, time.random());
        long millis = Millis.roundedUp(previousNanos);
        stopped = !fits(Duration.ofMillis(millis));
        return stopped ? STOP : millis;
    }

    private int mostWaits() {
        Limits limits = policy.limits();
        return (limits.unlimited() ? Integer.MAX_VALUE : limits.maxAttempts()) - 1;
    }

    private boolean fits(Duration delay) {
        return policy.limits().permits(delay, Duration.ofNanos(time.nanoTime() - start));
    }

    @Override
    public String toString() {
        return "delay " + wait + " of policy '" + policy.name() + "'";
    }
}
