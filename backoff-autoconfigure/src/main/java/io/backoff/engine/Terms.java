package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicies;
import io.backoff.policy.FollowedPolicy;
import io.backoff.policy.Outcome;
import io.backoff.policy.ResultRule;
import io.backoff.policy.RetryBudget;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A guard and the policy that a call begins under, with what follows from the two for all such calls. */
final class Terms {

    // A clock that may be some milliseconds slow is no way to measure less than this.
    private static final int COARSE_FROM_SECONDS = 1;

    private final Guard guard;
    private final CurrentPolicies policies;
    private final Map<String, BackoffPolicy> current;
    private final BackoffPolicy policy;
    private final CallRecord calls;
    private final TimeSource time;
    private final BusyClock clock;
    private final RetryBudget budget;
    private final boolean enabled;
    private final boolean exact;
    private final boolean plain;
    private final PutOffCalls putOff;
    private final long number;

    Terms(Guard guard, FollowedPolicy.Found found) {
        this.guard = guard;
        this.policies = found.policies();
        this.current = found.in();
        this.policy = found.policy();
        this.calls = guard.calls();
        this.budget = policy.enabled() ? policy.budget() : RetryBudget.UNLIMITED;
        this.time = guard.engine().time();
        this.clock = time.calls();
        this.enabled = policy.enabled();
        this.exact = policy.limits().maxElapsed().getSeconds() < COARSE_FROM_SECONDS
                && !policy.limits().maxElapsed().isZero();
        this.plain = guard.engine().listeners().isEmpty()
                && !(enabled && (policy.waitFirst() || policy.results() != ResultRule.ACCEPT_ALL));
        this.putOff = plain && !exact && calls.countsInBulk() ? calls.putOff(budget) : PutOffCalls.NEVER;
        this.number = plain ? NumberedTerms.add(this) : 0;
    }

    /** Their number among the {@link NumberedTerms}, if they are plain. */
    long number() {
        return number;
    }

    /** Whether they are those of a call that begins now. Not asked of what was found: each object on the way is a check. */
    boolean areCurrent() {
        return policies.get() == current;
    }

    /** Whether a call is but an attempt and its count, unless that fails: nobody listens, waits or looks at results. */
    boolean plain() {
        return plain && !calls.tellsApart();
    }

    /** When a call begins that begins now. */
    long begin() {
        return exact ? time.nanoTime() : clock.beginOfCall();
    }

    /** A call begins, and needs to be known from the start. */
    Execution begin(@Nullable Layer outer) {
        long begin = begin();
        began(begin);
        return new Execution(guard, policy, calls.begin(), outer, begin);
    }

    /** A call has begun at that time: of a plain one, the budget is told when its first attempt has ended. */
    void began(long begin) {
        if (enabled) {
            Allowance.called(policy, begin);
        }
    }

    /** A plain call that began at that time. */
    Execution resume(@Nullable Layer outer, long begin) {
        return new Execution(guard, policy, calls, outer, begin);
    }

    /** Whether it is a call of these terms. */
    boolean cover(Execution call) {
        return call.guard == guard && call.policy == policy;
    }

    /** Whether it may be put off to tell anybody of calls that succeed at once. */
    boolean canPutOff() {
        return putOff != PutOffCalls.NEVER;
    }

    /**
     * When a call begins that begins now, if there are so many that it may be put off to tell anybody of its success;
     * {@link BusyClock#IDLE} if not.
     */
    long beginWhileBusy() {
        return calls.tellsApart() ? BusyClock.IDLE : clock.tickWhileBusy();
    }

    /**
     * The first attempt of such a call returned something that is accepted. That is counted once, and whoever else wants
     * to know is told of all of them together, unless the budget can earn something now: that saves 20 ns a call and a
     * histogram 60 more, or 400 with two threads.
     */
    void succeededWhileBusy(long begin) {
        if (!Allowance.isFull(budget)) {
            succeededAtOnce(begin);
            return;
        }
        putOff.add();
        // Either we see that the busy time has ended, or whoever catches up at its end sees this call.
        if (!clock.isBusy()) {
            calls.catchUp(time.nanoTime());
        }
    }

    /** The first attempt of a plain call that began at that time returned something that is accepted. */
    void succeededAtOnce(long begin) {
        began(begin);
        if (enabled) {
            Allowance.succeeded(policy);
        }
        calls.ended(Outcome.SUCCESS, 1);
    }
}
