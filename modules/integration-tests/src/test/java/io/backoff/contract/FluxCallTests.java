package io.backoff.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.policy.Outcome;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Methods that return a Flux. */
class FluxCallTests extends ReturnTypeContract<Flux<String>> {

    @Override
    protected Class<?>[] furtherConfigurations() {
        return new Class<?>[] {BackoffReactorAutoConfiguration.class};
    }

    @Override
    Object service() {
        return new Service(script);
    }

    @Override
    protected boolean passesResultsOn() {
        return true;
    }

    @Test
    void aResultIsPassedOnBeforeItCouldBeJudged() {
        script.add("pending");
        run("default", (running, result) -> {
            assertThat(result.value()).isEqualTo("pending");
            assertOutcome(running, "default", Outcome.SUCCESS);
        });
    }

    @Override
    String await(Flux<String> flux) throws Throwable {
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
