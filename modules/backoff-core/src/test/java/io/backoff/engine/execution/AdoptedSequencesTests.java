package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.RetryDecision;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random sequences of what libraries, callees and callers do. Each call ends with one outcome. */
class AdoptedSequencesTests {

    private static final int CALLS = 2_000;
    private static final ExecutorService OTHER = Executors.newSingleThreadExecutor();

    private final RetriedCalls calls = new RetriedCalls();
    private long made;
    private long retried;

    @AfterAll
    static void stop() {
        OTHER.shutdown();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void outcomesSumUpToCalls(long seed) {
        Random random = new Random(seed);
        boolean governed = seed % 2 == 0;
        calls.budget = RetryBudget.of("shared", new BudgetLimits(0.3, 20, 1, DepositOn.SUCCESS, seed > 4));
        calls.maxElapsed = Duration.ofSeconds(3);
        calls.classifiers.add(AdoptedSequencesTests::classify);
        for (int call = 0; call < CALLS; call++) {
            run(governed ? calls.governed() : calls.observed(), random);
        }
        assertThat(calls.outcomes().values().stream().mapToLong(each -> each).sum())
                .isEqualTo(CALLS);
        assertThat(calls.retries().values().stream().mapToLong(each -> each).sum())
                .as("retries that reached the method")
                .isEqualTo(retried);
        assertThat(calls.attempts).hasSize(CALLS);
        if (governed) {
            assertGranted();
        }
    }

    private void assertGranted() {
        long granted = calls.budget.withdrawals(Withdrawal.GRANTED) + calls.budget.withdrawals(Withdrawal.RESERVE);
        // An interrupt, or a cancellation, may come between a granted retry and its attempt.
        assertThat(retried).isPositive().isLessThanOrEqualTo(granted);
        // After a cancellation, retries still take tokens, but nothing is decided any more.
        assertThat(calls.decisions.decisions().stream().filter(RetryDecision::retry))
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo((int) granted);
    }

    private static @Nullable Verdict classify(Throwable failure) {
        return switch (String.valueOf(failure.getMessage())) {
            case "overloaded" -> Verdict.overloaded();
            case "hint" -> Verdict.retryAfter(RetryCause.THROTTLED, Duration.ofSeconds(2));
            case "permanent" -> Verdict.notRetryable();
            default -> null;
        };
    }

    private void run(AdoptedExecution call, Random random) {
        CompletableFuture<?> cancelled =
                random.nextInt(4) == 0 ? CompletableFuture.runAsync(call::cancelled, OTHER) : null;
        Throwable last = null;
        made = 0;
        int attempts = random.nextInt(5);
        for (int attempt = 0; attempt < attempts && (attempt == 0 || random.nextInt(8) > 0); attempt++) {
            last = attempt(call, random);
            calls.time.advance(Duration.ofMillis(random.nextInt(500)));
        }
        end(call, last, random.nextInt(6));
        call.over(null);
        if (cancelled != null) {
            cancelled.join();
        }
        retried += Math.max(0, made - 1);
    }

    private @Nullable Throwable attempt(AdoptedExecution call, Random random) {
        try {
            if (random.nextInt(20) == 0 && call.next() == null) {
                call.interrupted(new InterruptedException());
            }
            calls.attempt(call, () -> {
                made++;
                return target(random.nextInt(8));
            });
            return null;
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    private static Object target(int number) throws Exception {
        return switch (number) {
            case 0, 1 -> "paid";
            case 2 -> throw new IOException("overloaded");
            case 3 -> throw new IOException("hint");
            case 4 -> throw new IOException("permanent");
            case 5 -> throw new CancellationException();
            default -> throw new IOException("down");
        };
    }

    private static void end(AdoptedExecution call, @Nullable Throwable last, int number) {
        switch (number) {
            case 0 -> call.cancelled();
            case 1 -> call.over(new IllegalStateException("of the library"));
            case 2 -> call.over(null);
            default -> call.over(last);
        }
    }
}
