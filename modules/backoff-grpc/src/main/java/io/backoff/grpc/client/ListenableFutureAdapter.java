package io.backoff.grpc.client;

import com.google.common.util.concurrent.ListenableFuture;
import io.backoff.aop.ReturnTypeAdapter;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.BackoffPolicy;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Carries out methods that return a {@link ListenableFuture} of Guava, as the future stubs of gRPC do. */
final class ListenableFutureAdapter implements ReturnTypeAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == ListenableFuture.class;
    }

    @Override
    public boolean asynchronous() {
        return true;
    }

    @Override
    // The return type of the method is a listenable future. Parameters may be null: javac reads that from a jar since
    // Java 22.
    @SuppressWarnings({"unchecked", "NullAway"})
    public Object call(Guard guard, Operation<@Nullable Object> operation) {
        return new StageFuture<@Nullable Object>(FutureRunner.run(
                guard, new Staged<@Nullable Object>((Operation<@Nullable ListenableFuture<@Nullable Object>>)
                        (Operation<?>) operation)));
    }

    /** The operation with stages in place of futures. */
    private record Staged<T extends @Nullable Object>(Operation<@Nullable ListenableFuture<T>> operation)
            implements Operation<@Nullable CompletionStage<T>> {

        @Override
        public @Nullable CompletionStage<T> invoke() throws Throwable {
            return FutureStage.of(operation.invoke());
        }

        @Override
        public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
            return operation.rejects(result, policy);
        }

        @Override
        public @Nullable Fallback<@Nullable CompletionStage<T>> fallback() {
            Fallback<@Nullable ListenableFuture<T>> fallback = operation.fallback();
            return fallback == null ? null : failure -> FutureStage.of(fallback.apply(failure));
        }
    }
}
