package io.backoff.contract;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Methods that return a completed future. */
class CompletedFutureCallTests extends FutureContract {

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
            try {
                return CompletableFuture.completedFuture(step.get());
            } catch (Throwable failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }
    }
}
