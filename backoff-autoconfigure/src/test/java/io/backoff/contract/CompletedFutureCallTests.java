package io.backoff.contract;

import io.backoff.Backoff;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Methods that return a future which is complete already. */
class CompletedFutureCallTests extends CallContract {

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

    private static CompletableFuture<String> completed(Script script) {
        try {
            return CompletableFuture.completedFuture(script.next());
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    static class Service {

        private final Script script;

        Service(Script script) {
            this.script = script;
        }

        @Backoff("default")
        public CompletableFuture<String> onDefault() {
            return completed(script);
        }

        @Backoff("brief")
        public CompletableFuture<String> onBrief() {
            return completed(script);
        }

        @Backoff("poor")
        public CompletableFuture<String> onPoor() {
            return completed(script);
        }

        @Backoff("off")
        public CompletableFuture<String> onOff() {
            return completed(script);
        }

        @Backoff("eager")
        public CompletableFuture<String> onEager() {
            return completed(script);
        }

        @Backoff(fallback = "instead")
        public CompletableFuture<String> withFallback() {
            return completed(script);
        }

        CompletableFuture<String> instead(Throwable failure) {
            return CompletableFuture.completedFuture("instead of " + failure.getMessage());
        }
    }
}
