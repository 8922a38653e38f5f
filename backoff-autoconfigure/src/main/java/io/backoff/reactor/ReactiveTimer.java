package io.backoff.reactor;

import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.engine.execution.Execution;
import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;

/**
 * The delays and timeouts of one reactive call. Everything that the clock throws is signalled, including virtual
 * machine errors.
 */
record ReactiveTimer(Execution call) {

    /** Completes after the delay. */
    Mono<Boolean> delay(Duration time) {
        return time.isZero()
                ? Mono.empty()
                : Mono.create(sink -> {
                    try {
                        long start = call.time().nanoTime();
                        Scheduled scheduled = call.time().schedule(sink::success, time, Purpose.DELAY);
                        sink.onDispose(() -> {
                            scheduled.cancel();
                            call.waitedSince(start);
                        });
                    } catch (Throwable broken) {
                        sink.error(broken);
                    }
                });
    }

    /** Fails after the limit, to end an attempt that takes too long. */
    <T> Mono<T> timeout(Duration limit) {
        return Mono.create(sink -> {
            TimeoutException failure =
                    new TimeoutException("No completion within attempt-timeout, " + DurationText.of(limit));
            try {
                Scheduled scheduled = call.time().schedule(() -> sink.error(failure), limit, Purpose.TIMEOUT);
                sink.onDispose(scheduled::cancel);
            } catch (RejectedExecutionException closed) {
                // Without a timer, nothing would end an attempt that never completes.
                sink.error(failure);
            }
        });
    }
}
