package io.backoff.contract;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Methods that return a future which completes on another thread. */
class LateFutureCallTests extends ReturnTypeContract<CompletableFuture<String>> {

    LateFutureCallTests() {
        super(Function.identity());
    }

    @Override
    Calls<CompletableFuture<String>> calls() {
        return new Calls<>(
                script, step -> CompletedFutureCallTests.completed(step).thenApplyAsync(value -> value)) {};
    }
}
