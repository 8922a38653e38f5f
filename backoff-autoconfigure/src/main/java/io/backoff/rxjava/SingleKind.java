package io.backoff.rxjava;

import io.backoff.result.StageKind;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleEmitter;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The kind of methods that return a {@link Single} of RxJava 3. Each subscription is a call. */
final class SingleKind extends StageKind<Single<Object>> {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == Single.class;
    }

    @Override
    public boolean lazy() {
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // Safe, because the stage is only read.
    protected CompletionStage<@Nullable Object> stageOf(Single<Object> result) {
        return result.toCompletionStage();
    }

    @Override
    protected Single<Object> resultOf(Supplier<CompletableFuture<@Nullable Object>> call) {
        return Single.create(emitter -> emit(call.get(), emitter));
    }

    private static void emit(CompletableFuture<@Nullable Object> call, SingleEmitter<Object> emitter) {
        emitter.setCancellable(() -> call.cancel(true));
        call.whenComplete((value, failure) -> {
            if (failure == null) {
                emitter.onSuccess(value);
            } else {
                // A cancelled call has no subscriber, so its failure is ignored.
                emitter.tryOnError(failure);
            }
        });
    }
}
