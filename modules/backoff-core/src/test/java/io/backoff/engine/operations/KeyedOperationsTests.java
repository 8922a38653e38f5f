package io.backoff.engine.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.Calls;
import io.backoff.policy.Keys;
import io.backoff.policy.Keys.Usage;
import io.backoff.policy.Outcome;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyedOperationsTests {

    private final Calls calls = new Calls();
    private final AtomicInteger attempts = new AtomicInteger();
    private final RecordingListener listener = new RecordingListener();
    private BackoffOperations operations;

    @BeforeEach
    void create() {
        calls.keys = new Keys(10, used -> {});
        calls.budget = RetryBudget.of("bank", new BudgetLimits(0, 100, 0, DepositOn.SUCCESS));
        calls.maxAttempts = 2;
        operations = calls.operations();
    }

    @Test
    void everyKindOfCallTakesAKey() throws Exception {
        operations.call("payments", "a", this::failOnce);
        operations.run("payments", "a", this::failOnce);
        operations.poll("payments", "a", this::failOnce, result -> true);
        CompletableFuture<Integer> future = operations.callAsync("payments", "a", this::failOnceLater);
        calls.time.advance(Calls.DELAY);
        assertThat(future).isCompleted();
        assertThat(tokensOf("a")).isEqualTo(96);
        assertThat(listener.decisions()).isEmpty();
    }

    @Test
    void everyKindOfCallTakesAKeyAndAListener() throws Exception {
        operations.call("payments", 7, () -> failOnce(), listener);
        operations.run("payments", 7, () -> failOnce(), listener);
        operations.poll("payments", 7, () -> failOnce(), result -> true, listener);
        operations.callAsync("payments", 7, () -> failOnceLater(), listener);
        calls.time.advance(Calls.DELAY);
        assertThat(tokensOf("7")).isEqualTo(96);
        assertThat(listener.decisions()).hasSize(8);
    }

    @Test
    void aMissingKeyIsNone() throws Exception {
        operations.call("payments", null, () -> failOnce());
        operations.call("payments", " ", () -> failOnce());
        operations.call("payments", new Broken(), () -> failOnce());
        assertThat(calls.keys.size()).isZero();
        assertThat(calls.budget.tokens()).isEqualTo(97);
    }

    @Test
    void aKeyThatHasUsedUpItsShareIsDenied() {
        var failure = new IOException("down");
        for (int i = 0; i < 103; i++) {
            catchThrowable(() -> operations.call("payments", "bad", () -> {
                throw failure;
            }));
            calls.budget.refill();
        }
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 100L, Outcome.BUDGET_DENIED, 3L));
        assertThat(calls.budget.withdrawals(Withdrawal.KEY_DENIED)).isEqualTo(3);
        assertThat(failure.getSuppressed())
                .extracting(Throwable::getMessage)
                .contains("Not retried: the key of the call has used up its share of retry budget 'bank'")
                .noneMatch(message -> message.contains("bad"));
        assertThat(usage("bad")).isEqualTo(new Usage("bad", usage("bad").hash(), 0, 3));
    }

    private int tokensOf(String key) {
        return usage(key).tokens();
    }

    private Usage usage(String key) {
        return calls.keys.mostDenied("bank", 10).stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private Integer failOnce() throws IOException {
        if (attempts.incrementAndGet() % 2 == 1) {
            throw new IOException("down");
        }
        return attempts.get();
    }

    private CompletableFuture<Integer> failOnceLater() {
        try {
            return CompletableFuture.completedFuture(failOnce());
        } catch (IOException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static final class Broken {

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }
}
