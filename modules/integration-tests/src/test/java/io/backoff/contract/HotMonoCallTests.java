package io.backoff.contract;

import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Methods that return a Mono which has already failed or succeeded, or fail before they return one. */
class HotMonoCallTests extends MonoContract {

    @Override
    Object service() {
        return new Calls(script);
    }

    static class Calls extends Service {

        Calls(Script script) {
            super(script);
        }

        @Override
        Mono<String> of(Supplier<String> step) {
            return Mono.just(step.get());
        }
    }
}
