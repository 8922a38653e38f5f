package io.backoff.aop;

import io.backoff.engine.execution.Guard;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * An annotated method, with everything that its calls need: looked up, parsed and checked once.
 *
 * @param method the method of the target class
 * @param adapter carries out its calls
 * @param guard the policy, meters and listeners
 * @param condition the annotation's own condition for results; {@code null} if the policy judges them
 * @param fallback the method to call when a call gives up; {@code null} for none
 */
public record GuardedMethod(
        Method method,
        ReturnTypeAdapter adapter,
        Guard guard,
        @Nullable ResultExpression condition,
        @Nullable FallbackMethod fallback) {

    /** Name of the policy. */
    public String policy() {
        return guard.calls().policy();
    }

    @Nullable
    Object call(Invocation invocation) throws Throwable {
        return adapter.call(guard, new GuardedCall(this, invocation));
    }
}
