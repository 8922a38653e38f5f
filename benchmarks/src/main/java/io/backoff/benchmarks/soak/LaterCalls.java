package io.backoff.benchmarks.soak;

import io.backoff.Backoff;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Guarded asynchronous and reactive methods, whose calls end after the method has returned. */
class LaterCalls {

    private final Target target;

    LaterCalls(Target target) {
        this.target = target;
    }

    @Backoff("future")
    public @Nullable CompletableFuture<@Nullable Object> future(Call call) {
        return target.later(call);
    }

    @Backoff(value = "future", fallback = "instead")
    public @Nullable CompletableFuture<@Nullable Object> withFallback(Call call) {
        return target.later(call);
    }

    CompletableFuture<@Nullable Object> instead(Call call, @Nullable Throwable failure) {
        return CompletableFuture.completedFuture(target.instead(call, failure));
    }

    @Backoff("mono")
    public @Nullable Mono<Object> mono(Call call) {
        return target.mono(call);
    }

    @Backoff("flux")
    public @Nullable Flux<Object> flux(Call call) {
        return target.flux(call);
    }
}
