package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.DepositOn;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that nobody listens to: while all goes well there is no object that stands for one, unless somebody asks. */
class FirstAttemptTests {

    final Calls calls = new Calls();
    Guard guard;

    @BeforeEach
    void guard() {
        calls.listeners.clear();
        guard = calls.guard();
    }

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(LayerScope.current()).isNull();
    }

    @Test
    void isCurrent() throws Throwable {
        var attempt = (CurrentAttempt) run(() -> CurrentAttempt.get().orElseThrow());
        assertThat(attempt.number()).isOne();
        assertThat(attempt.policy()).isEqualTo("payments");
        assertThat(attempt.lastFailure()).isEmpty();
    }

    @Test
    void isTheSameWhoeverAsks() throws Throwable {
        run(() -> assertThat(CurrentAttempt.get())
                .containsSame(CurrentAttempt.get().orElseThrow()));
    }

    @Test
    void staysTheSameCallInLaterAttempts() throws Throwable {
        List<CurrentAttempt> seen = new ArrayList<>();
        run(() -> {
            seen.add(CurrentAttempt.get().orElseThrow());
            return failUntil(seen.size() == 2);
        });
        assertThat(seen.get(0)).isSameAs(seen.get(1));
        assertThat(seen.get(1).number()).isEqualTo(2);
    }

    @Test
    void hasBegunWhenTheCallDid() throws Throwable {
        pass(Duration.ofSeconds(1));
        assertThat(run(() -> {
                    calls.time.advance(Duration.ofSeconds(2));
                    return CurrentAttempt.get().orElseThrow().elapsed();
                }))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void countsForTheBoundOnTheWholeCall() {
        calls.maxElapsed = Duration.ofSeconds(3);
        guard = calls.guard();
        assertThatThrownBy(() -> run(() -> {
                    calls.time.advance(Duration.ofSeconds(3));
                    throw new IOException();
                }))
                .isInstanceOf(IOException.class);
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.ELAPSED);
    }

    @Test
    void hasTheOneAroundItAsLayer() throws Throwable {
        run(() -> {
            var outer = LayerScope.current();
            run(() -> assertThat(LayerScope.current()).isNotSameAs(outer));
            return assertThat(LayerScope.current()).isSameAs(outer);
        });
        assertThat(calls.outcomes()).containsEntry(Outcome.SUCCESS, 2L);
    }

    @Test
    void isNotRepeatedWhenACallInItUsedUpItsAttempts() {
        var failure = new IOException();
        List<Integer> attempts = new ArrayList<>();
        assertThatThrownBy(() -> run(() -> run(() -> {
                    attempts.add(1);
                    throw failure;
                })))
                .isSameAs(failure);
        assertThat(attempts).hasSize(3);
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.EXHAUSTED, Outcome.NOT_RETRYABLE);
    }

    @Test
    void survivesCodeThatLeavesALayerItHasNotEntered() throws Throwable {
        List<CurrentAttempt> seen = new ArrayList<>();
        run(() -> {
            CurrentAttempt.get().ifPresent(seen::add);
            LayerScope.restore(null);
            return failUntil(seen.size() == 2);
        });
        assertThat(seen).extracting(CurrentAttempt::policy).containsExactly("payments", "payments");
    }

    @Test
    void hasBegunWhenItDidWhateverCodeInBetweenDoes() {
        calls.maxElapsed = Duration.ofSeconds(5);
        guard = calls.guard();
        AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> run(() -> {
                    attempts.incrementAndGet();
                    pass(Duration.ofSeconds(5));
                    run(() -> "inner");
                    LayerScope.restore(null);
                    return failUntil(false);
                }))
                .isInstanceOf(IOException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void isNotTheOneAroundItEvenIfCodeInBetweenSaysSo() throws Throwable {
        AtomicInteger inner = new AtomicInteger();
        run(() -> {
            CurrentAttempt outer = CurrentAttempt.get().orElseThrow();
            run(() -> {
                LayerScope.restore((Layer) outer);
                return failUntil(inner.incrementAndGet() == 3);
            });
            assertThat(inner).hasValue(3);
            return assertThat(outer.number()).isOne();
        });
    }

    @Test
    void leavesWithAnInnerOneThatCouldNotLeave() throws Throwable {
        Terms others = calls.guard().terms();
        run(() -> {
            CurrentAttempt.get();
            LayerScope.enter(LayerScope.firstAttempt(LayerScope.ofThread()), others, 0);
            return "done";
        });
        assertThat(LayerScope.current()).isNull();
    }

    @Test
    void leavesNothingBehindWhenTheStackIsFull() {
        Attempts overflowing = new Attempts() {
            @Override
            public boolean leavesResultsToPolicy() {
                return true;
            }

            @Override
            public Object first(Object target, Object[] arguments) {
                throw new StackOverflowError();
            }

            @Override
            public Operation<Object> operation(Object target, Object[] arguments) {
                throw new StackOverflowError();
            }
        };
        assertThatThrownBy(() -> run(overflowing, "target")).isInstanceOf(StackOverflowError.class);
        assertThat(LayerScope.current()).isNull();
    }

    @Test
    void earnsAndSpendsAsAnyCall() throws Throwable {
        calls.budget = RetryBudget.of("b", new BudgetLimits(0.5, 1, 0, DepositOn.SUCCESS));
        guard = calls.guard();
        assertThatThrownBy(() -> run(() -> failUntil(false))).isInstanceOf(IOException.class);
        run(() -> "well");
        run(() -> "well");
        assertThat(calls.budget.tokens()).isOne();
        assertThat(calls.budget.ratio(calls.time.nanoTime())).isEqualTo(1 / 3d);
    }

    Object run(Operation<Object> operation) throws Throwable {
        return run(new Method(), operation);
    }

    void pass(Duration time) {
        calls.time.advance(time);
    }

    Object run(Attempts attempts, Object target) throws Throwable {
        return BlockingRunner.run(guard, attempts, target, new Object[0]);
    }

    private static Object failUntil(boolean done) throws IOException {
        if (!done) {
            throw new IOException("not yet");
        }
        return "done";
    }

    private static final class Method implements Attempts {

        @Override
        public boolean leavesResultsToPolicy() {
            return true;
        }

        @Override
        public Object first(Object target, Object[] arguments) throws Throwable {
            return operation(target, arguments).invoke();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Operation<Object> operation(Object target, Object[] arguments) {
            return (Operation<Object>) target;
        }
    }
}
