package io.backoff.reactor;

import static io.backoff.policy.Outcome.ABORTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.time.SystemTimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Publishers that never complete, and a clock that closes before their timeout. */
@Timeout(30)
class ClosedClockTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final SystemTimeSource time = new SystemTimeSource(calls.shutdown, Runnable::run);
    private final AtomicReference<Throwable> end = new AtomicReference<>();

    @BeforeEach
    void limitAttempts() {
        calls.attemptTimeout = Duration.ofHours(1);
        calls.clock = time;
    }

    @Test
    void endsAMonoThatIsUnderWay() {
        subscribe(calls.mono(Mono::never));
        time.close();
        assertTimedOut();
    }

    @Test
    void endsAFluxThatIsUnderWay() {
        subscribe(calls.flux(Flux::never));
        time.close();
        assertTimedOut();
    }

    @Test
    void endsOneThatBeginsLater() {
        time.close();
        subscribe(calls.mono(Mono::never));
        assertTimedOut();
    }

    private void subscribe(Publisher<?> guarded) {
        Flux.from(guarded).subscribe(value -> {}, end::set);
    }

    private void assertTimedOut() {
        assertThat(end.get()).isInstanceOf(TimeoutException.class);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }
}
