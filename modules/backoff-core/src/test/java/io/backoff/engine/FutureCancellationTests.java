package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.execution.Operation;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.stats.RecordingMeters;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller may end a call in every phase, and in every way that its future supports. */
@ParameterizedClass
@EnumSource
class FutureCancellationTests {

    private final Calls calls = new Calls();
    private final StoppedTime time = new StoppedTime();
    private final Stage stage = new Stage();

    @Parameter
    private End end;

    @BeforeEach
    void stopTime() {
        calls.clock = time;
    }

    @Test
    void whileTheFirstAttemptRuns() {
        var call = calls.start(stage);
        end.of(call);
        assertThat(stage.last()).isCancelled();
        assertAborted(1);
    }

    @Test
    void whileItWaits() {
        var meters = new RecordingMeters();
        calls.meters = meters;
        var call = calls.start(stage.failing(new IOException()));
        end.of(call);
        assertThat(time.delays.get(0).cancelled).isTrue();
        assertThat(meters.events).as("the part of the delay that has passed").contains("waited 0");
        assertAborted(1);
    }

    @Test
    void whileItWaitsFirst() {
        calls.waitFirst = true;
        end.of(calls.start(stage));
        assertThat(time.delays.get(0).cancelled).isTrue();
        assertAborted(0);
    }

    @Test
    void whileARetryRuns() {
        var call = calls.start(stage.failing(new IOException()));
        time.delays.get(0).run();
        end.of(call);
        assertThat(stage.last()).isCancelled();
        assertAborted(2);
    }

    @Test
    void withATimeoutPending() {
        calls.attemptTimeout = Duration.ofSeconds(1);
        end.of(calls.start(stage));
        assertThat(time.timeouts.get(0).cancelled).isTrue();
        assertAborted(1);
    }

    /** The call itself has ended by then, and its outcome does not change. */
    @Test
    void whileTheFallbackRuns() {
        var instead = new CompletableFuture<Object>();
        calls.maxAttempts = 1;
        end.of(calls.start(stage.failing(new IOException()).orElse(failure -> instead)));
        assertThat(instead).isCancelled();
        assertThat(calls.outcomes()).isEqualTo(Map.of(EXHAUSTED, 1L));
    }

    @Test
    void afterADelayThatCouldNotBeCancelledInTime() {
        var call = calls.start(stage.failing(new IOException()));
        end.of(call);
        time.delays.get(0).run();
        assertAborted(1);
    }

    @Test
    void byTheAttemptItself() {
        var call = new CompletableFuture<CompletableFuture<Object>>();
        Operation<CompletionStage<Object>> suicidal = () -> {
            stage.invoke();
            call.thenAccept(end::of);
            throw new IOException();
        };
        call.complete(calls.start(suicidal));
        assertAborted(1);
    }

    private void assertAborted(int attempts) {
        assertThat(stage.started).hasSize(attempts);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }

    enum End {
        CANCEL(call -> call.cancel(true)),
        COMPLETE(call -> call.complete("instead")),
        FAIL(call -> call.completeExceptionally(new CompletionException(null))),
        COMPLETE_LATER(call -> call.completeAsync(() -> "instead", Runnable::run)),
        FAIL_LATER(call -> call.completeAsync(
                () -> {
                    throw new IllegalStateException("instead");
                },
                Runnable::run)),
        OBTRUDE(call -> call.obtrudeValue("instead")),
        OBTRUDE_FAILURE(call -> call.obtrudeException(new IllegalStateException("instead")));

        private final Consumer<CompletableFuture<Object>> way;

        End(Consumer<CompletableFuture<Object>> way) {
            this.way = way;
        }

        void of(CompletableFuture<Object> call) {
            way.accept(call);
            assertThat(call).isDone();
        }
    }
}
