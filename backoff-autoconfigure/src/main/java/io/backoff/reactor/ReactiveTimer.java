package io.backoff.reactor;

import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.engine.execution.AttemptLimit;
import io.backoff.engine.execution.AwaitedTurn;
import io.backoff.engine.execution.Call;
import io.backoff.pace.Turn;
import io.backoff.pace.Turn.State;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;

/**
 * The delays and timeouts of one reactive call. Virtual machine errors from the clock become error signals, like other
 * unexpected exceptions.
 */
record ReactiveTimer(Call call) {

    /** Returns a {@code Mono} that completes after the delay. */
    Mono<Boolean> delay(Duration time) {
        return time.isZero()
                ? Mono.empty()
                : Mono.create(sink -> {
                    try {
                        long start = call.time().nanoTime();
                        AtomicBoolean recorded = new AtomicBoolean();
                        Runnable recordOnce = () -> {
                            if (recorded.compareAndSet(false, true)) {
                                call.waitedSince(start);
                            }
                        };
                        Runnable passed = () -> {
                            // The delay is recorded first, because the next attempt may run inside the signal.
                            recordOnce.run();
                            sink.success();
                        };
                        Scheduled scheduled = call.time().schedule(passed, time, Purpose.DELAY);
                        sink.onCancel(() -> {
                            scheduled.cancel();
                            recordOnce.run();
                        });
                    } catch (Throwable broken) {
                        sink.error(broken);
                    }
                });
    }

    /**
     * Returns a {@code Mono} that completes when the policy's pace lets the attempt begin, or when it is too late to
     * begin.
     */
    Mono<Void> turn(Turn turn) {
        return turn.state() != State.WAITING
                ? Mono.empty()
                : Mono.create(sink -> {
                    try {
                        AwaitedTurn wait = new AwaitedTurn(call, turn, sink::success);
                        sink.onCancel(wait::cancel);
                        wait.begin();
                    } catch (Throwable broken) {
                        sink.error(broken);
                    }
                });
    }

    /** Returns a {@code Mono} that completes at the time limit of the attempt. */
    Mono<Void> reaching(AttemptLimit limit) {
        return Mono.create(sink -> {
            Runnable timeout = () -> {
                if (limit.isReached(call.elapsed())) {
                    sink.success();
                }
            };
            try {
                Scheduled scheduled = call.time().schedule(timeout, limit.delay(call.elapsed()), Purpose.TIMEOUT);
                sink.onDispose(scheduled::cancel);
            } catch (RejectedExecutionException closed) {
                // The application has stopped, so there is no timer. The attempt ends now if its time is over or the
                // policy has an attempt-timeout; otherwise, it may finish.
                timeout.run();
            } catch (Throwable broken) {
                sink.error(broken);
            }
        });
    }
}
