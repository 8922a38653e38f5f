package io.backoff.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Outcome;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Methods that return a Flux. */
class FluxCallTests extends ReturnTypeContract<Flux<String>> {

    FluxCallTests() {
        super(flux -> flux.last().toFuture(), BackoffReactorAutoConfiguration.class);
    }

    @Override
    Calls<Flux<String>> calls() {
        return new Calls<>(script, step -> Flux.defer(() -> Flux.just(step.get()))) {};
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
}
