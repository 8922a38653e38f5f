package io.backoff.contract;

import io.backoff.Backoff;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Methods that return a stage but fail before they have one. */
class ThrowingStageCallTests extends ReturnTypeContract<CompletionStage<String>> {

    @Override
    Object service() {
        return new Service(script);
    }

    @Override
    String await(CompletionStage<String> stage) throws Throwable {
        try {
            return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException wrapper) {
            throw wrapper.getCause();
        }
    }

    static class Service {

        private final Script script;

        Service(Script script) {
            this.script = script;
        }

        @Backoff("default")
        public CompletionStage<String> onDefault() {
            return CompletableFuture.completedStage(script.next());
        }

        @Backoff("brief")
        public CompletionStage<String> onBrief() {
            return CompletableFuture.completedStage(script.next());
        }

        @Backoff("poor")
        public CompletionStage<String> onPoor() {
            return CompletableFuture.completedStage(script.next());
        }

        @Backoff("off")
        public CompletionStage<String> onOff() {
            return CompletableFuture.completedStage(script.next());
        }

        @Backoff("eager")
        public CompletionStage<String> onEager() {
            return CompletableFuture.completedStage(script.next());
        }

        @Backoff(fallback = "instead")
        public CompletionStage<String> withFallback() {
            return CompletableFuture.completedStage(script.next());
        }

        CompletionStage<String> instead(Throwable failure) {
            return CompletableFuture.completedStage("instead of " + failure.getMessage());
        }
    }
}
