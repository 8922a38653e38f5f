package io.backoff.engine.execution;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.stats.CallStatistics;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.FollowedPolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What guards one method, created once and used by each of its calls: policy, engine and record. */
public final class Guard {

    private final Engine engine;
    private final FollowedPolicy policy;
    private final CallReporter reporter;

    private Guard(Engine engine, FollowedPolicy policy, CallStatistics calls) {
        this.engine = engine;
        this.policy = policy;
        this.reporter = new CallReporter(engine.listeners(), engine.log(), calls);
    }

    /**
     * A guard whose calls are counted under the policy and the method.
     *
     * @param policy supplies the policy as it is now
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public static Guard of(Engine engine, FollowedPolicy policy, String method) {
        return new Guard(engine, policy, engine.statistics().of(policy.get(), method));
    }

    /** The same guard with one more listener. */
    public Guard with(BackoffListener listener) {
        return new Guard(engine.with(listener), policy, calls());
    }

    /** What all calls of the application share. */
    public Engine engine() {
        return engine;
    }

    /** Supplies the policy as it is now. */
    public Supplier<BackoffPolicy> policy() {
        return policy;
    }

    /** Where the calls are counted. */
    public CallStatistics calls() {
        return reporter.record();
    }

    CallReporter reporter() {
        return reporter;
    }

    /** Begins a call under the policy of this moment, inside the layer that the thread is in. */
    public Execution begin() {
        return begin(RetryScopeHolder.current());
    }

    /** Begins a call under the policy of this moment, inside a layer or none. */
    public Execution begin(@Nullable RetryScope outer) {
        BackoffPolicy now = policy.get();
        long start = engine.time().nanoTime();
        if (now.enabled()) {
            SafeRetryBudget.called(now, start);
        }
        return new Execution(engine, now, reporter.begin(), outer, start);
    }
}
