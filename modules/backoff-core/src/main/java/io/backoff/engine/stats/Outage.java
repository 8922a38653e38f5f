package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.engine.TimeSource;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.policy.StopReason;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;

/**
 * Tracks whether the calls of one policy and method are giving up. Logs when they succeed again, once per outage: the
 * earlier warnings do not say that it is over. Alternating successes and give-ups log at most one line a minute.
 */
@Internal
public final class Outage {

    private static final LogMessage RECOVERED = LogMessage.info("%s (policy '%s') has recovered after %s in %s");

    /** Tracks nothing, for calls that are not real. */
    static final Outage NONE = new Outage("", "", false);

    private final String policy;
    private final String method;
    private final boolean tracked;
    // The only field that a successful call reads.
    private volatile boolean open;
    private long giveUps;
    private long start;
    private final LogLimit lines = LogLimit.oncePer(Duration.ofMinutes(1));

    Outage(String policy, String method) {
        this(policy, method, true);
    }

    private Outage(String policy, String method, boolean tracked) {
        this.policy = policy;
        this.method = method;
        this.tracked = tracked;
    }

    /** Records that a call ended without success. Failures that are not retried say nothing about the callee. */
    public void stopped(StopReason reason, TimeSource time) {
        if (tracked && reason != StopReason.NOT_RETRYABLE && reason != StopReason.ABORTED) {
            gaveUp(time.nanoTime());
        }
    }

    private synchronized void gaveUp(long now) {
        if (!open) {
            open = true;
            start = now;
            giveUps = 0;
        }
        giveUps++;
    }

    /** Records that a call succeeded. */
    public void succeeded(TimeSource time) {
        if (open) {
            end(time.nanoTime());
        }
    }

    private synchronized void end(long now) {
        if (!open || lines.enter(this, now) == null) {
            return;
        }
        open = false;
        log(now - start);
    }

    private void log(long nanos) {
        Logger logger = System.getLogger("io.backoff.policies." + policy);
        String calls = giveUps + (giveUps == 1 ? " failed call" : " failed calls");
        RECOVERED
                .with(method, policy, calls, DurationText.rounded(Duration.ofNanos(nanos)))
                .log(logger);
    }
}
