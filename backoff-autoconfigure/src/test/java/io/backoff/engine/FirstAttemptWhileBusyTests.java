package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.DepositOn;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryBudget;
import io.backoff.policy.RetryCause;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same while there are so many calls that nobody is told of each. */
class FirstAttemptWhileBusyTests extends FirstAttemptTests {

    private final Meters meters = new Meters();

    FirstAttemptWhileBusyTests() {
        calls.meters = meters;
        calls.busyTime.busyness.begin();
    }

    @Override
    void pass(Duration time) {
        super.pass(time);
        calls.busyTime.busyness.begin();
    }

    @Override
    Object run(Attempts attempts, Object target) throws Throwable {
        MethodHandle first = MethodHandles.lookup()
                .bind(attempts, "first", MethodType.methodType(Object.class, Object.class, Object[].class));
        return BlockingRunner.runWhileBusy(guard, attempts, first, target, new Object[0]);
    }

    @Test
    void isPutOff() throws Throwable {
        succeed();
        assertThat(meters.told).isEmpty();
        assertThat(calls.outcomes()).containsEntry(Outcome.SUCCESS, 1L);
        calls.busyTime.busyness.catchUp();
        assertThat(meters.told).containsExactly("1 at once");
    }

    @Test
    void isToldAtOnceWhereTheBudgetCanEarn() throws Throwable {
        calls.budget = RetryBudget.of("b", new BudgetLimits(0.5, 1, 0, DepositOn.SUCCESS));
        guard = calls.guard();
        calls.budget.tryWithdraw(0);
        succeed();
        succeed();
        assertThat(meters.told).containsExactly("SUCCESS", "SUCCESS");
        assertThat(calls.budget.tokens()).isOne();
        succeed();
        assertThat(meters.told).hasSize(2);
    }

    @Test
    void earnsForABudgetThatWasFullWhenItBegan() throws Throwable {
        calls.budget = RetryBudget.of("b", new BudgetLimits(0.5, 1, 0, DepositOn.SUCCESS));
        guard = calls.guard();
        run(() -> {
            run(() -> calls.budget.tryWithdraw(0));
            return "done";
        });
        assertThat(calls.budget.tokens()).isOne();
    }

    @Test
    void hasANumberOnlyIfNobodyListens() {
        assertThat(guard.terms().number()).isPositive();
        assertThat(guard.with(decision -> {}).terms().number()).isZero();
    }

    @Test
    void isToldAtOnceUnderABoundThatIsMeasuredExactly() throws Throwable {
        calls.maxElapsed = Duration.ofMillis(999);
        guard = calls.guard();
        succeed();
        assertThat(meters.told).containsExactly("SUCCESS");
    }

    @Test
    void isToldAtOnceWhenCallsAreNoLongerMany() throws Throwable {
        calls.busyTime.busyness.end();
        succeed();
        assertThat(meters.told).containsExactly("SUCCESS");
    }

    @Test
    void isToldWhenCallsAreNoLongerManyAtItsEnd() throws Throwable {
        run(new Attempt(() -> calls.busyTime.busyness.end()), "target");
        assertThat(meters.told).containsExactly("1 at once");
    }

    @Test
    void isToldAsOfOneCallIfItFails() {
        try {
            run(
                    new Attempt(() -> {
                        throw new IOException();
                    }),
                    "target");
        } catch (Throwable expected) {
            assertThat(expected).isInstanceOf(IOException.class);
        }
        assertThat(meters.told).containsExactly("EXHAUSTED");
    }

    private void succeed() throws Throwable {
        run(new Attempt(() -> {}), "target");
    }

    private interface Code {
        void run() throws Throwable;
    }

    private record Attempt(Code code) implements Attempts {

        @Override
        public boolean leavesResultsToPolicy() {
            return true;
        }

        @Override
        public Object first(Object target, Object[] arguments) throws Throwable {
            code.run();
            return target;
        }

        @Override
        public Operation<Object> operation(Object target, Object[] arguments) {
            return () -> first(target, arguments);
        }
    }

    private static final class Meters implements CallMeters {

        private final List<String> told = new ArrayList<>();

        @Override
        public boolean countsInBulk() {
            return true;
        }

        @Override
        public void ended(Outcome outcome, int attempts) {
            told.add(outcome.name());
        }

        @Override
        public void succeededAtOnce(long calls) {
            told.add(calls + " at once");
        }

        @Override
        public void retried(RetryCause cause) {}

        @Override
        public void waited(long nanos) {}
    }
}
