package io.backoff.adopt;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Methods that Spring Framework retries. */
class FrameworkCalls {

    @Retryable(maxRetries = 2, delay = 0)
    Object value(Callable<Object> attempt) throws Exception {
        return attempt.call();
    }

    @Retryable(maxRetries = 2, delay = 0)
    Mono<Object> mono(Supplier<Mono<Object>> attempt) {
        return Mono.defer(attempt);
    }

    @Retryable(maxRetries = 2, delay = 0)
    Flux<Object> flux(Supplier<Mono<Object>> attempt) {
        return Flux.defer(attempt);
    }
}
