package io.backoff.result;

import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.engine.time.RetryThread;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Warns about asynchronous methods that block a retry thread instead of returning their future immediately. */
final class BlockedRetryThreads {

    private static final Logger logger = SpringLogger.of(BlockedRetryThreads.class);

    private static final LogMessage RETRY_THREAD_BLOCKED =
            LogMessage.warning("%s blocked retry thread %s for %s before it returned its future, which delayed other "
                    + "retries. Hand its work to an executor, or make it @Async. This is logged once.");

    private static final Duration LONG = Duration.ofSeconds(1);

    private final LogLimit once = LogLimit.once();

    /** Makes one attempt, and measures how long it blocks a retry thread. */
    <T extends @Nullable Object> T watch(Guard guard, Operation<T> operation) throws Throwable {
        if (!(Thread.currentThread() instanceof RetryThread)) {
            return operation.invoke();
        }
        long start = guard.engine().time().nanoTime();
        try {
            return operation.invoke();
        } finally {
            started(guard, Duration.ofNanos(guard.engine().time().nanoTime() - start));
        }
    }

    private void started(Guard guard, Duration held) {
        String method = guard.calls().method();
        if (held.compareTo(LONG) >= 0 && once.isFirst(method)) {
            RETRY_THREAD_BLOCKED
                    .with(method, Thread.currentThread().getName(), DurationText.rounded(held))
                    .log(logger);
        }
    }
}
