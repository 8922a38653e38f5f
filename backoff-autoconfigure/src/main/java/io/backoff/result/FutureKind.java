package io.backoff.result;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The kind of methods that return a {@link CompletionStage} or a {@link CompletableFuture}. */
public class FutureKind extends StageKind<CompletionStage<@Nullable Object>> {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        // The caller gets our CompletableFuture, so the method must not declare a subclass.
        return CompletionStage.class.isAssignableFrom(returned) && returned.isAssignableFrom(CompletableFuture.class);
    }

    @Override
    protected CompletionStage<@Nullable Object> stageOf(CompletionStage<@Nullable Object> result) {
        return result;
    }

    @Override
    protected CompletionStage<@Nullable Object> resultOf(Supplier<CompletableFuture<@Nullable Object>> call) {
        return call.get();
    }
}
