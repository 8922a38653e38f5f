package io.backoff.aop;

import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Carries out methods that return a {@link CompletionStage} or a {@link CompletableFuture}. */
class FutureAdapter implements ReturnTypeAdapter {

    private final HeldRetryThreads threads = new HeldRetryThreads();

    @Override
    public boolean supports(Method method, Class<?> type) {
        // The caller gets our CompletableFuture, so the method must not promise a subclass.
        return CompletionStage.class.isAssignableFrom(type) && type.isAssignableFrom(CompletableFuture.class);
    }

    @Override
    public boolean asynchronous() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // The return type of the method is a stage.
    public Object call(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return start(guard, (Operation<@Nullable CompletionStage<@Nullable Object>>) (Operation<?>) operation);
    }

    @SuppressWarnings("NullAway") // The parameter may be null: javac reads that from a jar since Java 22.
    CompletionStage<@Nullable Object> start(
            Guard guard, Operation<@Nullable CompletionStage<@Nullable Object>> operation) throws Throwable {
        return FutureRunner.run(guard, threads.watch(guard, operation));
    }
}
