package io.backoff.contract;

import io.backoff.Backoff;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Methods that return a future. */
abstract class FutureContract extends ReturnTypeContract<CompletableFuture<String>> {

    @Override
    String await(CompletableFuture<String> returned) throws Throwable {
        try {
            return returned.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException wrapper) {
            throw wrapper.getCause();
        }
    }

    abstract static class Service {

        private final Script script;

        Service(Script script) {
            this.script = script;
        }

        /** A future with the result, or failure, of the step. */
        abstract CompletableFuture<String> of(Supplier<String> step);

        @Backoff("default")
        public CompletableFuture<String> onDefault() {
            return of(script::next);
        }

        @Backoff("brief")
        public CompletableFuture<String> onBrief() {
            return of(script::next);
        }

        @Backoff("poor")
        public CompletableFuture<String> onPoor() {
            return of(script::next);
        }

        @Backoff("off")
        public CompletableFuture<String> onOff() {
            return of(script::next);
        }

        @Backoff("eager")
        public CompletableFuture<String> onEager() {
            return of(script::next);
        }

        @Backoff(fallback = "instead")
        public CompletableFuture<String> withFallback() {
            return of(script::next);
        }

        CompletableFuture<String> instead(Throwable failure) {
            return of(() -> "instead of " + failure.getMessage());
        }
    }
}
