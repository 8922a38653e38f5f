package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.stats.RecordingMeters;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class ReactiveDelayTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final RecordingMeters meters = new RecordingMeters();
    private final AtomicInteger attempts = new AtomicInteger();

    @BeforeEach
    void record() {
        calls.meters = meters;
    }

    @Test
    void doesNotIncludeTheAttemptThatFollows() {
        assertThat(calls.mono(() -> Mono.fromCallable(this::attempt)).block()).isEqualTo("done");
        assertThat(meters.events).containsExactly("waited 100000000", "retried io", "ended recovered 2");
    }

    @Test
    void doesNotIncludeTheAttemptOfAStreamThatFollows() {
        assertThat(calls.flux(() -> Mono.fromCallable(this::attempt).flux()).blockLast())
                .isEqualTo("done");
        assertThat(meters.events).containsExactly("waited 100000000", "retried io", "ended recovered 2");
    }

    @Test
    void beforeTheFirstAttemptDoesNotIncludeIt() {
        calls.waitFirst = true;
        attempts.set(1);
        calls.flux(() -> Flux.defer(() -> Mono.fromCallable(this::attempt))).blockLast();
        assertThat(meters.events).containsExactly("waited 100000000", "ended success 1");
    }

    @Test
    void isRecordedOnceIfItIsCancelled() {
        var held = new HeldTime();
        calls.clock = held;
        calls.mono(() -> Mono.fromCallable(this::attempt)).subscribe().dispose();
        held.delay.run();
        assertThat(held.cancelled).isTrue();
        assertThat(meters.events).containsExactlyInAnyOrder("waited 0", "ended aborted 1");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void isRecordedOnceIfTheAttemptThatFollowsIsCancelled() {
        var held = new HeldTime();
        calls.clock = held;
        var call = calls.mono(() -> attempts.incrementAndGet() == 1
                        ? Mono.<String>error(new IOException("down"))
                        : Mono.<String>never())
                .subscribe();
        held.delay.run();
        call.dispose();
        assertThat(meters.events).containsExactly("waited 0", "retried io", "ended aborted 2");
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 1"})
    void isNoAttemptIfItIsCancelled(boolean waitFirst, int attempts) {
        calls.clock = new HeldTime();
        calls.waitFirst = waitFirst;
        calls.mono(Mono::never).subscribe().dispose();
        assertThat(meters.events).contains("ended aborted " + attempts);
    }

    /** Fails the first time, and then takes five seconds. */
    private String attempt() throws IOException {
        if (attempts.incrementAndGet() == 1) {
            throw new IOException("down");
        }
        calls.time.advance(Duration.ofSeconds(5));
        return "done";
    }
}
