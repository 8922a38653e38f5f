package io.backoff.contract;

import io.backoff.Backoff;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

/** Methods that return a Mono, whose supplier fails. */
class MonoCallTests extends CallContract {

    @Override
    protected Class<?>[] furtherConfigurations() {
        return new Class<?>[] {BackoffReactorAutoConfiguration.class};
    }

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

    private static String await(Mono<String> mono) throws Throwable {
        try {
            return mono.toFuture().get(10, TimeUnit.SECONDS);
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
        public Mono<String> onDefault() {
            return Mono.fromSupplier(script::next);
        }

        @Backoff("brief")
        public Mono<String> onBrief() {
            return Mono.fromSupplier(script::next);
        }

        @Backoff("poor")
        public Mono<String> onPoor() {
            return Mono.fromSupplier(script::next);
        }

        @Backoff("off")
        public Mono<String> onOff() {
            return Mono.fromSupplier(script::next);
        }

        @Backoff("eager")
        public Mono<String> onEager() {
            return Mono.fromSupplier(script::next);
        }

        @Backoff(fallback = "instead")
        public Mono<String> withFallback() {
            return Mono.fromSupplier(script::next);
        }

        Mono<String> instead(Throwable failure) {
            return Mono.just("instead of " + failure.getMessage());
        }
    }
}
