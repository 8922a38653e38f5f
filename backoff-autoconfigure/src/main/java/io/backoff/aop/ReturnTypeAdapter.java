package io.backoff.aop;

import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Carries out the calls of methods with certain return types. */
public interface ReturnTypeAdapter {

    /**
     * Whether this adapter carries out calls of the method.
     *
     * @param returned the return type of the method, with the type variables of its class resolved
     */
    boolean supports(Method method, Class<?> returned);

    /** Whether an attempt can be abandoned while it runs, so that {@code attempt-timeout} works. */
    boolean asynchronous();

    /** Whether there is one result that {@code retryOnResult} can judge; a stream has none. */
    default boolean judgesResults() {
        return true;
    }

    /** The arguments of an attempt. Called within each attempt. */
    default @Nullable Object[] arguments(@Nullable Object[] ofCaller) {
        return ofCaller;
    }

    /**
     * Makes one call.
     *
     * @return the value that the method returns
     */
    @Nullable
    Object call(Guard guard, Operation<@Nullable Object> operation) throws Throwable;
}
