package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ResultRule;
import org.jspecify.annotations.Nullable;

/** A guard and the policy that a call begins under, with what follows from the two for all such calls. */
final class Terms {

    // A clock that may be some milliseconds slow is no way to measure less than this.
    private static final int COARSE_FROM_SECONDS = 1;

    private final Guard guard;
    private final BackoffPolicy policy;
    private final CallRecord calls;
    private final TimeSource time;
    private final boolean enabled;
    private final boolean exact;
    private final boolean plain;

    Terms(Guard guard, BackoffPolicy policy) {
        this.guard = guard;
        this.policy = policy;
        this.calls = guard.calls();
        this.time = guard.engine().time();
        this.enabled = policy.enabled();
        this.exact = policy.limits().maxElapsed().getSeconds() < COARSE_FROM_SECONDS
                && !policy.limits().maxElapsed().isZero();
        this.plain = guard.engine().listeners().isEmpty()
                && !(enabled && (policy.waitFirst() || policy.results() != ResultRule.ACCEPT_ALL));
    }

    BackoffPolicy policy() {
        return policy;
    }

    /** Whether a call is but an attempt and its count, unless that fails: nobody listens, waits or looks at results. */
    boolean plain() {
        return plain && !calls.tellsApart();
    }

    /**
     * A call begins.
     *
     * @return when
     */
    long begin() {
        long now = exact ? time.nanoTime() : time.beginOfCall();
        if (enabled) {
            Allowance.called(policy, now);
        }
        return now;
    }

    /** A call begins, and needs to be known from the start. */
    Execution begin(@Nullable Layer outer) {
        return new Execution(guard, policy, calls.begin(), outer, begin());
    }

    /** A plain call that began at that time. */
    Execution resume(@Nullable Layer outer, long begin) {
        return new Execution(guard, policy, calls, outer, begin);
    }

    /** Whether it is a call of these terms. */
    boolean cover(Execution call) {
        return call.guard == guard && call.policy == policy;
    }

    /** The first attempt of a plain call returned something that is accepted. */
    void succeededAtOnce() {
        if (enabled) {
            Allowance.succeeded(policy);
        }
        calls.succeededAtOnce(time);
    }
}
