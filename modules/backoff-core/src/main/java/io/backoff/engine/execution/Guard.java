package io.backoff.engine.execution;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.decision.Rules;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallStatistics;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.FollowedPolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The guard of one method, created once and used by each of its calls: policy, engine and statistics. */
public final class Guard {

    private final Engine engine;
    private final FollowedPolicy policy;
    private final CallStatistics calls;
    private final CallRecord record;
    private final CallRecord unrecorded;
    private final @Nullable String key;

    private Guard(Engine engine, FollowedPolicy policy, CallStatistics calls, AttemptRecorder attempts) {
        this.engine = engine;
        this.policy = policy;
        this.calls = calls;
        this.record = new CallRecord(engine, calls, attempts);
        this.unrecorded = new CallRecord(engine, calls, AttemptRecorder.NONE);
        this.key = null;
    }

    private Guard(Guard other, String key) {
        this.engine = other.engine;
        this.policy = other.policy;
        this.calls = other.calls;
        this.record = other.record;
        this.unrecorded = other.unrecorded;
        this.key = key;
    }

    /**
     * Creates a guard whose calls are counted under the policy and the method.
     *
     * @param policy supplies the policy as it is now
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public static Guard of(Engine engine, FollowedPolicy policy, String method) {
        CallStatistics calls = engine.statistics().of(policy.get(), method);
        return new Guard(engine, policy, calls, calls.attempts());
    }

    /** This guard with one more listener. */
    public Guard with(BackoffListener listener) {
        return new Guard(engine.with(listener), policy, calls, calls.attempts()).withKey(key);
    }

    /**
     * This guard for calls with a key.
     *
     * @param ofCalls the key that the calls share retries by; {@code null} if they have none
     */
    public Guard withKey(@Nullable String ofCalls) {
        return ofCalls == null ? this : new Guard(this, ofCalls);
    }

    /** This guard for calls that no policy would retry. */
    Guard withoutRetries() {
        return new Guard(engine, policy, calls, calls.attempts().withoutRetries());
    }

    /** The engine that all calls of the application share. */
    public Engine engine() {
        return engine;
    }

    /** Supplies the policy as it is now. */
    public Supplier<BackoffPolicy> policy() {
        return policy;
    }

    /** The statistics that the calls are counted in. */
    public CallStatistics calls() {
        return calls;
    }

    /** Records a call that others retry or store: these are left out of the record of attempts. */
    CallRecord unrecorded() {
        return unrecorded.begin();
    }

    /** Begins a call under the current policy, inside the scope of the current thread. */
    public Call begin() {
        return begin(RetryScopeHolder.current());
    }

    /** Begins a call under the current policy, inside the given scope, if any. */
    public Call begin(@Nullable RetryScope parent) {
        BackoffPolicy now = policy.get().forKey(key);
        long start = engine.time().nanoTime();
        Call call = new Call(engine, now, Rules.GUARDED, record.begin(), parent, start);
        call.begun();
        return call;
    }
}
