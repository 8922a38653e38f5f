package io.backoff.contract;

import io.backoff.Backoff;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Methods that return a Mono. */
abstract class MonoContract extends ReturnTypeContract<Mono<String>> {

    @Override
    protected Class<?>[] furtherConfigurations() {
        return new Class<?>[] {BackoffReactorAutoConfiguration.class};
    }

    @Override
    String await(Mono<String> returned) throws Throwable {
        try {
            return returned.toFuture().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException wrapper) {
            throw wrapper.getCause();
        }
    }

    abstract static class Service {

        private final Script script;

        Service(Script script) {
            this.script = script;
        }

        /** A Mono with the result, or failure, of the step. */
        abstract Mono<String> of(Supplier<String> step);

        @Backoff("default")
        public Mono<String> onDefault() {
            return of(script::next);
        }

        @Backoff("brief")
        public Mono<String> onBrief() {
            return of(script::next);
        }

        @Backoff("poor")
        public Mono<String> onPoor() {
            return of(script::next);
        }

        @Backoff("off")
        public Mono<String> onOff() {
            return of(script::next);
        }

        @Backoff("eager")
        public Mono<String> onEager() {
            return of(script::next);
        }

        @Backoff(fallback = "instead")
        public Mono<String> withFallback() {
            return of(script::next);
        }

        Mono<String> instead(Throwable failure) {
            return of(() -> "instead of " + failure.getMessage());
        }
    }
}
