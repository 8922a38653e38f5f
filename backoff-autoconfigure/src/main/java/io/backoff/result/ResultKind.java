package io.backoff.result;

import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.pace.Turn;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * A kind of method results, such as values, futures or publishers. A kind that needs an optional library is provided as
 * a bean; the other kinds are constants in {@link ResultKinds}.
 */
public interface ResultKind {

    /**
     * Whether the method returns a result of this kind.
     *
     * @param returned the return type of the method, with the type variables of its class resolved
     */
    boolean supports(Method method, Class<?> returned);

    /** Returns the type of the yielded value: for {@code CompletableFuture<Receipt>}, {@code Receipt}. */
    default ResolvableType valueOf(ResolvableType returned) {
        return returned.getGeneric();
    }

    /** Whether an attempt can be abandoned in progress, so that {@code attempt-timeout} works. */
    default boolean asynchronous() {
        return true;
    }

    /** Whether a call begins on subscription to its result instead of on invocation of the method. */
    default boolean lazy() {
        return false;
    }

    /**
     * Whether the result is a single value instead of a stream. {@code retryOnResult} can judge only a single value.
     */
    default boolean single() {
        return true;
    }

    /** Returns the arguments of an attempt. Called within each attempt. */
    default @Nullable Object[] arguments(@Nullable Object[] ofCaller) {
        return ofCaller;
    }

    /**
     * Makes one call, with retries.
     *
     * @param operation returns a result of this kind for each attempt
     * @return the result for the caller
     */
    @Nullable
    Object retry(Guard guard, Operation<@Nullable Object> operation) throws Throwable;

    /**
     * Creates the result of a call that begins now or, if results are lazy, on each subscription. If the call throws an
     * exception as it begins, the result fails with this exception.
     */
    @Nullable
    Object defer(Start start) throws Throwable;

    /**
     * Creates the result of an attempt that the policy's pace delays. A timer begins the attempt when its turn has
     * come, so no thread waits. Cancelling the result removes the attempt from the queue of the pace. Called only for
     * asynchronous kinds: an attempt of another kind waits on its own thread.
     *
     * @param call the call of the attempt
     * @param turn the turn to wait for; for a lazy result, the turn of one subscription
     * @param start begins the attempt, unless the turn forbids it
     */
    @Nullable
    Object inTurn(Call call, Turn turn, Start start) throws Throwable;

    /**
     * Reports the outcome of a result as soon as the outcome is known. A {@link Followed} receives only one outcome,
     * but a lazy result may have several subscriptions. For such a result, call this method within {@link #defer}, with
     * a new {@link Followed} for each subscription.
     *
     * @return the result for the caller, which completes after the report
     */
    @Nullable
    Object follow(@Nullable Object result, Followed followed) throws Throwable;

    /** Creates a completed result with this value. */
    @Nullable
    Object completed(@Nullable Object value);
}
