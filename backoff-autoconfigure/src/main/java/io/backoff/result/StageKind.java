package io.backoff.result;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.AwaitedFuture;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.pace.Turn;
import io.backoff.policy.BackoffPolicy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kind of asynchronous results that yield one value. A subclass only converts a library's type to and from futures:
 * methods that return this type are then retried like methods that return futures.
 *
 * @param <R> the type of the results
 */
public abstract class StageKind<R> implements ResultKind {

    private final BlockedRetryThreads threads = new BlockedRetryThreads();

    /** Converts a result to a stage; subscribes to a lazy result. Cancelling the stage cancels the result. */
    protected abstract CompletionStage<@Nullable Object> stageOf(R result);

    /**
     * Creates the result of a call.
     *
     * @param call begins the call, now or on each subscription; cancelling the future ends the call
     */
    protected abstract R resultOf(Supplier<CompletableFuture<@Nullable Object>> call);

    @Override
    @SuppressWarnings("NullAway") // Type arguments may be null; javac reads @Nullable from jars only since Java 22.
    public Object retry(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return resultOf(() -> FutureRunner.run(guard, new Attempts(guard, operation)));
    }

    @Override
    public Object defer(Start start) {
        return resultOf(() -> started(start).toCompletableFuture());
    }

    private CompletionStage<@Nullable Object> started(Start start) {
        try {
            return notNull(nullableStageOf(start.start(Caller.THREAD)));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    @Override
    public Object inTurn(Call call, Turn turn, Start start) {
        return resultOf(() -> AwaitedFuture.of(call, turn, () -> started(start)));
    }

    @Override
    public Object follow(@Nullable Object result, Followed followed) {
        return resultOf(() -> FollowedFuture.of(begun(result, followed.attempt()), followed));
    }

    /** Converts the result in the scope of its attempt. The conversion subscribes to a lazy result. */
    private CompletionStage<@Nullable Object> begun(@Nullable Object result, @Nullable Call attempt) {
        CallerContext.Scope scope = attempt == null ? () -> {} : RetryScopeHolder.enter(attempt.scope());
        try {
            return notNull(nullableStageOf(result));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        } finally {
            scope.close();
        }
    }

    private static CompletionStage<@Nullable Object> notNull(@Nullable CompletionStage<@Nullable Object> stage) {
        return Objects.requireNonNull(stage, "The method returned null instead of a CompletionStage");
    }

    @Override
    public Object completed(@Nullable Object value) {
        return resultOf(() -> CompletableFuture.completedFuture(value));
    }

    @SuppressWarnings("unchecked") // supports() has checked the type of results.
    private @Nullable CompletionStage<@Nullable Object> nullableStageOf(@Nullable Object result) {
        return result == null ? null : stageOf((R) result);
    }

    /** The operation, with its results converted to stages. */
    private final class Attempts implements Operation<@Nullable CompletionStage<@Nullable Object>> {

        private final Guard guard;
        private final Operation<@Nullable Object> operation;

        Attempts(Guard guard, Operation<@Nullable Object> operation) {
            this.guard = guard;
            this.operation = operation;
        }

        @Override
        public @Nullable CompletionStage<@Nullable Object> invoke() throws Throwable {
            // The conversion is a part of the attempt, because it subscribes to a lazy result.
            return threads.<@Nullable CompletionStage<@Nullable Object>>watch(
                    guard, () -> nullableStageOf(operation.invoke()));
        }

        @Override
        public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
            return operation.rejects(result, policy);
        }

        @Override
        public @Nullable Fallback<@Nullable CompletionStage<@Nullable Object>> fallback() {
            Fallback<@Nullable Object> fallback = operation.fallback();
            return fallback == null ? null : failure -> nullableStageOf(fallback.apply(failure));
        }
    }
}
