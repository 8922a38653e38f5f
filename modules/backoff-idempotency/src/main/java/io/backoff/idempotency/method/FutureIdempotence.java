package io.backoff.idempotency.method;

import io.backoff.engine.execution.CancellableStages;
import io.backoff.text.CauseChain;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Handles methods that return a {@link CompletionStage} or a {@link CompletableFuture}. */
final class FutureIdempotence implements IdempotentAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return CompletionStage.class.isAssignableFrom(returned) && returned.isAssignableFrom(CompletableFuture.class);
    }

    @Override
    public ResolvableType resultOf(ResolvableType returned) {
        // Both types declare one variable. After as(CompletionStage.class), the type would be that variable.
        return returned.getGeneric();
    }

    @Override
    public boolean asynchronous() {
        return true;
    }

    @Override
    public Object call(IdempotentCall call) {
        try {
            IdempotentCall.Begun begun = call.begin(call.context());
            return begun.isDuplicate() ? CompletableFuture.completedFuture(begun.replay()) : start(call, begun);
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static CompletableFuture<@Nullable Object> start(IdempotentCall call, IdempotentCall.Begun begun)
            throws Throwable {
        CompletionStage<?> stage = proceed(call, begun);
        Relay relay = new Relay(stage);
        // The caller's future completes after the store has the outcome: the caller's next call may be a duplicate.
        stage.whenComplete((value, failure) -> call.execute(() -> relay.end(begun, value, failure)));
        return relay;
    }

    private static CompletionStage<?> proceed(IdempotentCall call, IdempotentCall.Begun begun) throws Throwable {
        try {
            return (CompletionStage<?>)
                    Objects.requireNonNull(call.proceed(), "The method returned null instead of a CompletionStage");
        } catch (Throwable failure) {
            begun.threw(failure);
            throw failure;
        }
    }

    /** The future that the caller gets; cancelling it cancels the operation. */
    private static final class Relay extends CompletableFuture<@Nullable Object> {

        private final CompletionStage<?> stage;

        Relay(CompletionStage<?> stage) {
            this.stage = stage;
        }

        void end(IdempotentCall.Begun begun, @Nullable Object value, @Nullable Throwable failure) {
            if (failure == null) {
                returned(begun, value);
            } else {
                begun.threw(CauseChain.unwrap(failure));
                completeExceptionally(failure);
            }
        }

        private void returned(IdempotentCall.Begun begun, @Nullable Object value) {
            try {
                begun.returned(value);
            } catch (Throwable rolledBack) {
                completeExceptionally(rolledBack);
                return;
            }
            complete(value);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled) {
                CancellableStages.cancel(stage);
            }
            return cancelled;
        }
    }
}
