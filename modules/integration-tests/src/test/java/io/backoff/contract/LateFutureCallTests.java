package io.backoff.contract;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Methods that return a future which completes on another thread. */
class LateFutureCallTests extends FutureContract {

    @Override
    Object service() {
        return new Calls(script);
    }

    static class Calls extends Service {

        Calls(Script script) {
            super(script);
        }

        @Override
        CompletableFuture<String> of(Supplier<String> step) {
            CompletableFuture<String> now = new CompletableFuture<>();
            try {
                now.complete(step.get());
            } catch (Throwable failure) {
                now.completeExceptionally(failure);
            }
            return now.thenApplyAsync(value -> value);
        }
    }
}
