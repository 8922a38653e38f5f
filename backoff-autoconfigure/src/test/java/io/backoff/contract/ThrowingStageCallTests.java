package io.backoff.contract;

import io.backoff.Backoff;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Methods that return a stage but fail before there is one. */
class ThrowingStageCallTests extends CallContract {

    @Override
    protected ApplicationContextRunner withService(ApplicationContextRunner runner) {
        return runner.withBean(Service.class, () -> new Service(script));
    }

    @Override
    protected String call(ApplicationContext context, String policy) throws Throwable {
        Service service = context.getBean(Service.class);
        return switch (policy) {
            case "brief" -> await(service.onBrief());
            case "poor" -> await(service.onPoor());
            case "off" -> await(service.onOff());
            case "eager" -> await(service.onEager());
            default -> await(service.onDefault());
        };
    }

    @Override
    protected String callWithFallback(ApplicationContext context) throws Throwable {
        return await(context.getBean(Service.class).withFallback());
    }

    private static String await(CompletionStage<String> stage) throws Throwable {
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
