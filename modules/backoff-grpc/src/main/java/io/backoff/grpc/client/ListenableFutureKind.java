package io.backoff.grpc.client;

import com.google.common.util.concurrent.ListenableFuture;
import io.backoff.result.StageKind;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The kind of methods that return Guava's {@link ListenableFuture}, as gRPC's future stubs do. */
@SuppressWarnings("NullAway") // Values may be null, but javac reads @Nullable on types in jars only since Java 22.
final class ListenableFutureKind extends StageKind<ListenableFuture<@Nullable Object>> {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == ListenableFuture.class;
    }

    @Override
    protected CompletionStage<@Nullable Object> stageOf(ListenableFuture<@Nullable Object> result) {
        return ListenableFutureStage.of(result);
    }

    @Override
    protected ListenableFuture<@Nullable Object> resultOf(Supplier<CompletableFuture<@Nullable Object>> call) {
        return new GuardedListenableFuture<>(call.get());
    }
}
