package io.backoff.engine.execution;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.decision.Rules;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallStatistics;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The guard of one method: the policy, engine and statistics of its calls. Created once. */
public final class Guard {

    private final Engine engine;
    private final CurrentPolicy policy;
    private final CallStatistics calls;
    private final CallRecord record;
    private final CallRecord unrecorded;
    private final @Nullable String key;

    private Guard(Engine engine, CurrentPolicy policy, CallStatistics calls, AttemptRecorder attempts) {
        this(
                engine,
                policy,
                calls,
                new CallRecord(engine, calls, attempts),
                new CallRecord(engine, calls, AttemptRecorder.NONE),
                null);
    }

    private Guard(
            Engine engine,
            CurrentPolicy policy,
            CallStatistics calls,
            CallRecord record,
            CallRecord unrecorded,
            @Nullable String key) {
        this.engine = engine;
        this.policy = policy;
        this.calls = calls;
        this.record = record;
        this.unrecorded = unrecorded;
        this.key = key;
    }

    /**
     * Creates a guard whose calls are counted under the policy and the method.
     *
     * @param policy supplies the current policy
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public static Guard of(Engine engine, CurrentPolicy policy, String method) {
        CallStatistics calls = engine.statistics().of(policy.get(), method);
        return new Guard(engine, policy, calls, calls.attempts());
    }

    /** Returns a copy of this guard with one more listener. */
    public Guard with(BackoffListener listener) {
        Engine more = engine.with(listener);
        return new Guard(more, policy, calls, record.with(more), unrecorded.with(more), key);
    }

    /**
     * Returns a copy of this guard for calls with a key; this guard itself if they have none.
     *
     * @param ofCalls the key of the calls; {@code null} if they have none
     */
    public Guard withKey(@Nullable String ofCalls) {
        return ofCalls == null ? this : new Guard(engine, policy, calls, record, unrecorded, ofCalls);
    }

    /** Returns a copy of this guard for calls that no policy would retry. */
    Guard withoutRetries() {
        return new Guard(engine, policy, calls, calls.attempts().withoutRetries());
    }

    /** Returns a copy of this guard for calls that make one attempt because they run in a transaction. */
    Guard inTransaction() {
        return new Guard(engine, policy, calls, record.inTransaction(), unrecorded.inTransaction(), key);
    }

    /** The engine that all calls of the application share. */
    public Engine engine() {
        return engine;
    }

    /** Supplies the current policy. */
    public Supplier<BackoffPolicy> policy() {
        return policy;
    }

    /** The statistics that count the calls. */
    public CallStatistics calls() {
        return calls;
    }

    /**
     * Returns the record for calls that another library retries, or that are stored: their attempts are not recorded
     * for dry runs.
     */
    CallRecord unrecorded() {
        return unrecorded.begin();
    }

    /** Begins a call under the current policy, in the scope of the current thread. */
    public Call begin() {
        return begin(RetryScopeHolder.current());
    }

    /** Begins a call under the current policy, in the given scope, if any. */
    public Call begin(@Nullable RetryScope parent) {
        BackoffPolicy now = policy.get().forKey(key);
        long start = engine.time().nanoTime();
        Call call = new Call(now, Rules.GUARDED, record.begin(), parent, start);
        call.begun();
        return call;
    }
}
