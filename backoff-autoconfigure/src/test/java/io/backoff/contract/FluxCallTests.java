package io.backoff.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.policy.Outcome;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Flux;

/** Methods that return a Flux. */
class FluxCallTests extends CallContract {

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

    /** It has been passed on before it could be judged. */
    @Test
    @Override
    void aResultMayCallForARetry() {
        script.add("pending");
        run("default", (running, result) -> {
            assertThat(result.value()).isEqualTo("pending");
            assertOutcome(running, "default", Outcome.SUCCESS);
        });
    }

    @Test
    @Override
    void theLastResultIsReturnedWhenNoneIsAccepted() {
        aResultMayCallForARetry();
    }

    private static String await(Flux<String> flux) throws Throwable {
        try {
            return flux.last().toFuture().get(10, TimeUnit.SECONDS);
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
        public Flux<String> onDefault() {
            return Flux.defer(() -> Flux.just(script.next()));
        }

        @Backoff("brief")
        public Flux<String> onBrief() {
            return Flux.defer(() -> Flux.just(script.next()));
        }

        @Backoff("poor")
        public Flux<String> onPoor() {
            return Flux.defer(() -> Flux.just(script.next()));
        }

        @Backoff("off")
        public Flux<String> onOff() {
            return Flux.defer(() -> Flux.just(script.next()));
        }

        @Backoff("eager")
        public Flux<String> onEager() {
            return Flux.defer(() -> Flux.just(script.next()));
        }

        @Backoff(fallback = "instead")
        public Flux<String> withFallback() {
            return Flux.defer(() -> Flux.just(script.next()));
        }

        Flux<String> instead(Throwable failure) {
            return Flux.just("instead of " + failure.getMessage());
        }
    }
}
