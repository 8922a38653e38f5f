package io.backoff.idempotency.method;

import io.backoff.engine.execution.CancellableStages;
import io.backoff.text.CauseChain;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Methods that return a {@link CompletionStage} or a {@link CompletableFuture}. */
final class FutureIdempotence implements IdempotentAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return CompletionStage.class.isAssignableFrom(returned) && returned.isAssignableFrom(CompletableFuture.class);
    }

    @Override
    public ResolvableType resultOf(ResolvableType returned) {
        return returned.getGeneric(); // Both declare one variable. As its supertype, the type would be a variable.
    }

    @Override
    public boolean asynchronous() {
        return true;
    }

    @Override
    public Object call(IdempotentCall call) {
        try {
            IdempotentCall.Begun begun = call.begin(call.context());
            return begun.isDuplicate() ? CompletableFuture.completedFuture(begun.answer()) : start(call, begun);
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static CompletableFuture<@Nullable Object> start(IdempotentCall call, IdempotentCall.Begun begun)
            throws Throwable {
        CompletionStage<?> stage;
        try {
            stage = (CompletionStage<?>) call.proceed();
            if (stage == null) {
                throw new NullPointerException("The method returned null instead of a CompletionStage");
            }
        } catch (Throwable failure) {
            begun.threw(failure);
            throw failure;
        }
        Relay relay = new Relay(stage);
        // The caller learns of the end after the store has: what it does next may be a duplicate.
        stage.whenComplete((value, failure) -> call.execute(() -> relay.end(begun, value, failure)));
        return relay;
    }

    /** What the caller holds; cancelling it cancels the operation. */
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
