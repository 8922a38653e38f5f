package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.execution.Call;
import io.backoff.result.Followed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.publisher.TestPublisher;
import reactor.test.publisher.TestPublisher.Violation;

class FollowedMonoTests {

    private final IOException failure = new IOException("down");
    private final TestPublisher<String> source = TestPublisher.createNoncompliant(Violation.CLEANUP_ON_TERMINATE);
    private final List<Object> received = new ArrayList<>();
    private final List<String> discarded = new ArrayList<>();

    @Test
    void failsAlthoughTheReportThrows() {
        Sinks.One<String> sink = Sinks.one();
        CompletableFuture<String> result = new FollowedMono<>(sink.asMono(), new BrokenReports()).toFuture();
        catchThrowable(() -> sink.tryEmitError(failure));
        assertThat(result.handle((value, thrown) -> thrown)).isCompletedWithValue(failure);
    }

    @Test
    void deliversItsValue() {
        subscribe(new Reports());
        source.emit("done");
        assertThat(received).containsExactly("done");
        assertThat(discarded).isEmpty();
    }

    @Test
    void discardsAValueWhoseReportThrows() {
        subscribe(new BrokenReports());
        source.emit("done");
        assertThat(received).singleElement().isInstanceOf(IllegalStateException.class);
        assertThat(discarded).containsExactly("done");
    }

    @Test
    void discardsAValueThatArrivesAfterACancellation() {
        subscribe(new Reports()).dispose();
        source.next("late");
        assertThat(received).isEmpty();
        assertThat(discarded).containsExactly("late");
    }

    @Test
    void discardsAValueThatIsCancelledDuringItsReport() {
        Disposable[] subscription = new Disposable[1];
        subscription[0] = subscribe(new Reports() {
            @Override
            public void returned(@Nullable Object value) {
                subscription[0].dispose();
            }
        });
        source.emit("late");
        assertThat(received).isEmpty();
        assertThat(discarded).containsExactly("late");
    }

    @Test
    void discardsAValueThatArrivesAfterTheTimeLimit() {
        ReactorCalls calls = new ReactorCalls();
        calls.attemptTimeout = Duration.ofSeconds(5);
        Call call = calls.guards().of("payments").begin();
        subscribe(new Reports() {
            @Override
            public Call attempt() {
                return call;
            }
        });
        calls.time.advance(Duration.ofSeconds(6));
        source.next("late");
        assertThat(received).singleElement().isInstanceOf(TimeoutException.class);
        assertThat(discarded).containsExactly("late");
    }

    private Disposable subscribe(Followed followed) {
        return Flux.from(new FollowedMono<>(Mono.fromDirect(source), followed))
                .doOnDiscard(String.class, discarded::add)
                .subscribe(received::add, received::add);
    }

    private static class Reports implements Followed {

        @Override
        public void returned(@Nullable Object value) {}

        @Override
        public void failed(Throwable thrown) {}
    }

    private static final class BrokenReports implements Followed {

        @Override
        public void returned(@Nullable Object value) {
            throw new IllegalStateException("report");
        }

        @Override
        public void failed(Throwable thrown) {
            throw new IllegalStateException("report");
        }
    }
}
