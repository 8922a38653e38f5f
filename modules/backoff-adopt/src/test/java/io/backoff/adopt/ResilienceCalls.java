package io.backoff.adopt;

import io.github.resilience4j.retry.annotation.Retry;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Methods that Resilience4j retries. */
class ResilienceCalls {

    @Retry(name = "three")
    Object value(Callable<Object> attempt) throws Exception {
        return attempt.call();
    }

    @Retry(name = "three")
    CompletableFuture<Object> future(Supplier<CompletableFuture<Object>> attempt) {
        return attempt.get();
    }

    @Retry(name = "three")
    Mono<Object> mono(Supplier<Mono<Object>> attempt) {
        return Mono.defer(attempt);
    }

    @Retry(name = "three")
    Flux<Object> flux(Supplier<Mono<Object>> attempt) {
        return Flux.defer(attempt);
    }
}
