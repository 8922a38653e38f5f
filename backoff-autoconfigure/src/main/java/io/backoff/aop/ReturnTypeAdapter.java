package io.backoff.aop;

import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Carries out the calls of methods with certain return types. */
public interface ReturnTypeAdapter {

    /**
     * Whether it is for methods like this one.
     *
     * @param returned what the method returns, with the type variables of its class resolved
     */
    boolean supports(Method method, Class<?> returned);

    /** Whether an attempt can be given up while it runs, so that {@code attempt-timeout} works. */
    boolean asynchronous();

    /** Whether there is one result that {@code retryOnResult} can judge; a stream has none. */
    default boolean judgesResults() {
        return true;
    }

    /** What an attempt is called with. Asked within the attempt, for each anew. */
    default @Nullable Object[] arguments(@Nullable Object[] ofCaller) {
        return ofCaller;
    }

    /**
     * Makes one call.
     *
     * @return what the method is to return
     */
    @Nullable
    Object call(Guard guard, Operation<@Nullable Object> operation) throws Throwable;
}
