package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What guards one method: built once, used by each of its calls.
 *
 * @param engine what all calls share
 * @param policy gives the policy as it is now
 * @param calls where the calls are counted
 */
public record Guard(Engine engine, Supplier<BackoffPolicy> policy, CallRecord calls) {

    /**
     * A guard whose calls are counted under the policy and the method.
     *
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public static Guard of(Engine engine, Supplier<BackoffPolicy> policy, String method) {
        return new Guard(engine, policy, engine.records().of(policy.get(), method));
    }

    /** The same guard with one more listener. */
    public Guard with(BackoffListener listener) {
        return new Guard(engine.with(listener), policy, calls);
    }

    /** Begins a call under the policy of this moment, inside the layer that the thread is in. */
    public Execution begin() {
        return begin(LayerScope.current());
    }

    /** Begins a call under the policy of this moment, inside a layer or none. */
    public Execution begin(@Nullable Layer outer) {
        return new Execution(this, policy.get(), outer);
    }
}
