package io.backoff.aop;

import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.engine.time.RetryThread;
import io.backoff.logging.SpringLogger;
import io.backoff.message.CallMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Warns about methods that hold the thread that starts retries, instead of returning their future immediately. */
final class HeldRetryThreads {

    private static final Logger logger = SpringLogger.of(HeldRetryThreads.class);
    private static final Duration LONG = Duration.ofSeconds(1);

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Wraps the operation, to measure how long it holds the thread. */
    <T extends @Nullable Object> Operation<@Nullable CompletionStage<T>> watch(
            Guard guard, Operation<@Nullable CompletionStage<T>> operation) {
        return new Watched<>(this, guard, operation);
    }

    private void started(Guard guard, Duration held) {
        String method = guard.calls().method();
        if (held.compareTo(LONG) >= 0 && reported.add(method)) {
            CallMessage.RETRY_THREAD_HELD
                    .with(method, Thread.currentThread().getName(), DurationText.rounded(held))
                    .log(logger);
        }
    }

    private record Watched<T extends @Nullable Object>(
            HeldRetryThreads threads, Guard guard, Operation<@Nullable CompletionStage<T>> operation)
            implements Operation<@Nullable CompletionStage<T>> {

        @Override
        public @Nullable CompletionStage<T> invoke() throws Throwable {
            if (!(Thread.currentThread() instanceof RetryThread)) {
                return operation.invoke();
            }
            long start = guard.engine().time().nanoTime();
            try {
                return operation.invoke();
            } finally {
                threads.started(guard, Duration.ofNanos(guard.engine().time().nanoTime() - start));
            }
        }

        @Override
        public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
            return operation.rejects(result, policy);
        }

        @Override
        public @Nullable CompletionStage<T> rejected(@Nullable CompletionStage<T> result) throws Throwable {
            return operation.rejected(result);
        }

        @Override
        public @Nullable Fallback<@Nullable CompletionStage<T>> fallback() {
            return operation.fallback();
        }
    }
}
