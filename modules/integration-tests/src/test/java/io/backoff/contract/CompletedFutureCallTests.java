package io.backoff.contract;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Methods that return a completed future. */
class CompletedFutureCallTests extends ReturnTypeContract<CompletableFuture<String>> {

    CompletedFutureCallTests() {
        super(Function.identity());
    }

    @Override
    Calls<CompletableFuture<String>> calls() {
        return new Calls<>(script, CompletedFutureCallTests::completed) {};
    }

    static CompletableFuture<String> completed(Supplier<String> step) {
        try {
            return CompletableFuture.completedFuture(step.get());
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
