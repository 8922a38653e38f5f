package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.HostileFailure;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Exceptions whose methods fail: as with blocking calls, the subscriber gets the exception, and the call has one
 * outcome.
 */
@ParameterizedClass
@EnumSource
class HostileReactiveFailureTests {

    private final ReactorCalls calls = new ReactorCalls();

    @Parameter
    private HostileFailure hostile;

    @Test
    void mono() {
        calls.delay = Duration.ZERO;
        IOException failure = hostile.create();
        assertEndsWith(failure, calls.mono(() -> Mono.error(failure)));
    }

    @Test
    void flux() {
        calls.delay = Duration.ZERO;
        IOException failure = hostile.create();
        assertEndsWith(failure, calls.flux(() -> Flux.error(failure)));
    }

    private void assertEndsWith(IOException failure, Publisher<?> guarded) {
        var seen = new AtomicReference<Throwable>();
        Flux.from(guarded).subscribe(value -> {}, seen::set);
        assertThat(seen.get() == failure).isTrue();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
    }
}
