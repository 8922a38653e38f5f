package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.execution.Operation;
import io.backoff.policy.BackoffPolicy;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DataBufferEncoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.publisher.TestPublisher;
import reactor.test.publisher.TestPublisher.Violation;

/** A result either reaches the subscriber or is discarded, once. */
class DiscardedResultTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final List<Object> received = new ArrayList<>();
    private final List<String> discarded = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {0, 5})
    void aSuccessIsReceived(long attemptTimeout) {
        calls.attemptTimeout = Duration.ofSeconds(attemptTimeout);
        subscribe(calls.mono(() -> Mono.just("done")));
        assertThat(received).containsExactly("done");
        assertThat(discarded).isEmpty();
    }

    @Test
    void aSuccessAfterAFailureIsReceived() {
        subscribe(attempts(List.of(Mono.error(new IOException()), Mono.just("done"))));
        assertThat(received).containsExactly("done");
        assertThat(discarded).isEmpty();
    }

    @Test
    void aRejectedResultIsDiscardedWhenTheNextAttemptBegins() {
        HeldTime time = holdTime();
        reject("busy");
        subscribe(attempts(List.of(Mono.just("busy"), Mono.just("done"))));
        assertThat(discarded).isEmpty();
        time.delay.run();
        assertThat(received).containsExactly("done");
        assertThat(discarded).containsExactly("busy");
    }

    @Test
    void theLastRejectedResultIsReceived() {
        reject("busy");
        subscribe(attempts(List.of(Mono.just("busy 1"), Mono.just("busy 2"), Mono.just("busy 3"))));
        assertThat(received).containsExactly("busy 3");
        assertThat(discarded).containsExactly("busy 1", "busy 2");
    }

    @Test
    void aRejectedResultThatTheFallbackReplacesIsDiscarded() {
        reject("busy");
        calls.maxAttempts = 1;
        subscribe(ReactiveRunner.mono(calls.guards().of("payments"), new Replaced()));
        assertThat(received).containsExactly("instead");
        assertThat(discarded).containsExactly("busy");
    }

    @Test
    void aRejectedResultIsReceivedIfNoMoreDelaysAreScheduled() {
        holdTime().closed = true;
        reject("busy");
        subscribe(attempts(List.of(Mono.just("busy"))));
        assertThat(received).containsExactly("busy");
        assertThat(discarded).isEmpty();
    }

    @Test
    void aRejectedResultOfACallThatIsCancelledInADelayIsDiscarded() {
        HeldTime time = holdTime();
        reject("busy");
        subscribe(attempts(List.of(Mono.just("busy")))).dispose();
        time.delay.run();
        assertThat(received).isEmpty();
        assertThat(discarded).containsExactly("busy");
    }

    @Test
    void aResultThatIsCancelledBeforeItsJudgementIsDiscarded() {
        TestPublisher<String> attempt = TestPublisher.create();
        Disposable call = subscribe(calls.mono(() -> Mono.fromDirect(attempt)));
        attempt.next("late");
        assertThat(discarded).isEmpty();
        call.dispose();
        assertThat(received).isEmpty();
        assertThat(discarded).containsExactly("late");
    }

    @Test
    void aResultThatIsCancelledDuringItsJudgementIsDiscardedAfterIt() {
        TestPublisher<String> attempt = TestPublisher.create();
        Disposable[] call = new Disposable[1];
        calls.results = result -> {
            call[0].dispose();
            assertThat(discarded).isEmpty();
            return false;
        };
        call[0] = subscribe(calls.mono(attempt::mono));
        attempt.emit("late");
        assertThat(received).isEmpty();
        assertThat(discarded).containsExactly("late");
    }

    @Test
    void aResultThatArrivesAfterACancellationIsDiscarded() {
        TestPublisher<String> attempt = TestPublisher.createNoncompliant(Violation.CLEANUP_ON_TERMINATE);
        subscribe(calls.mono(() -> Mono.fromDirect(attempt))).dispose();
        attempt.next("late");
        assertThat(received).isEmpty();
        assertThat(discarded).containsExactly("late");
    }

    @Test
    void aResultThatArrivesAfterTheTimeLimitIsDiscarded() {
        calls.attemptTimeout = Duration.ofSeconds(5);
        TestPublisher<String> slow = TestPublisher.createNoncompliant(Violation.CLEANUP_ON_TERMINATE);
        TestPublisher<String> retry = TestPublisher.create();
        subscribe(attempts(List.of(Mono.fromDirect(slow), retry.mono())));
        calls.time.advance(Duration.ofSeconds(6));
        slow.next("late");
        retry.emit("done");
        assertThat(received).containsExactly("done");
        assertThat(discarded).containsExactly("late");
    }

    @Test
    void anElementThatArrivesAfterTheTimeLimitIsDiscarded() {
        calls.attemptTimeout = Duration.ofSeconds(5);
        TestPublisher<String> slow = TestPublisher.createNoncompliant(Violation.CLEANUP_ON_TERMINATE);
        subscribe(calls.flux(() -> Flux.from(slow)));
        slow.next("in time");
        calls.time.advance(Duration.ofSeconds(6));
        slow.next("late");
        assertThat(received).hasSize(2).first().isEqualTo("in time");
        assertThat(discarded).containsExactly("late");
    }

    @Test
    void aResultThatAFailureFollowsIsDiscarded() {
        Flux<String> broken = Flux.concat(Mono.just("lost"), Mono.error(new IOException()));
        subscribe(attempts(List.of(Mono.fromDirect(broken), Mono.just("done"))));
        assertThat(received).containsExactly("done");
        assertThat(discarded).containsExactly("lost");
    }

    @Test
    void elementsAreReceived() {
        subscribe(calls.flux(() -> Flux.just("a", "b")));
        assertThat(received).containsExactly("a", "b");
        assertThat(discarded).isEmpty();
    }

    @Test
    void aPooledBufferIsWritten() {
        DataBuffer buffer = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT).allocateBuffer(8);
        buffer.write("content", StandardCharsets.UTF_8);
        MockServerHttpResponse response = new MockServerHttpResponse();
        new EncoderHttpMessageWriter<>(new DataBufferEncoder())
                .write(
                        calls.mono(() -> Mono.just(buffer)),
                        ResolvableType.forClass(DataBuffer.class),
                        null,
                        response,
                        Map.of())
                .block();
        assertThat(response.getBodyAsString().block()).isEqualTo("content");
    }

    private Disposable subscribe(Publisher<String> call) {
        return Flux.from(call).doOnDiscard(String.class, discarded::add).subscribe(received::add, received::add);
    }

    private Mono<String> attempts(List<Mono<String>> attempts) {
        Queue<Mono<String>> left = new ArrayDeque<>(attempts);
        return calls.mono(left::remove);
    }

    private HeldTime holdTime() {
        HeldTime time = new HeldTime();
        calls.clock = time;
        return time;
    }

    private void reject(String prefix) {
        calls.results = result -> String.valueOf(result).startsWith(prefix);
    }

    private static final class Replaced implements Operation<Publisher<String>> {

        @Override
        public Publisher<String> invoke() {
            return Mono.just("busy");
        }

        @Override
        public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
            return true;
        }

        @Override
        public Fallback<Publisher<String>> fallback() {
            return failure -> Mono.just("instead");
        }
    }
}
