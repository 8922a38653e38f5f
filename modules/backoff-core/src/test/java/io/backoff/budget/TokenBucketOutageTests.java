package io.backoff.budget;

import static io.backoff.budget.Budgets.budget;
import static io.backoff.budget.Withdrawal.GRANTED;
import static io.backoff.budget.Withdrawal.RESERVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.backoff.policy.Threads;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketOutageTests {

    private static final long MILLI = 1_000_000;

    private static final long SECOND = 1_000 * MILLI;

    @ParameterizedTest
    @CsvSource({"SUCCESS, 20", "CALL, 1019"}) // the first deposit finds the bucket full
    void boundsTheRetriesOfFailingCalls(DepositOn depositOn, int expected) {
        var budget = budget(0.1, 20, 0, depositOn);
        assertThat(failingCalls(budget, 10_000, 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"SUCCESS, 1.0207", "CALL, 1.1206"})
    void boundsTheLoadOfTenMinutes(DepositOn depositOn, double expected) {
        var budget = budget(0.1, 20, 1, depositOn);
        int calls = 600 * 50;
        assertThat(1 + (double) failingCalls(budget, calls, SECOND / 50) / calls)
                .isEqualTo(expected, within(0.003));
    }

    @Test
    void doesNotComeInPulses() {
        var budget = budget(0.1, 50, 1, DepositOn.CALL);
        for (int second = 0; second < 30; second++) {
            var retries = 0;
            for (int i = 0; i < 1_000; i++) {
                retries += failingCall(budget, second * SECOND + i * MILLI);
            }
            assertThat(retries).isBetween(100, second == 0 ? 151 : 102);
        }
    }

    @Test
    void policiesThatShareABudgetShareItsBound() throws Exception {
        var shared = budget(0.1, 20, 1, DepositOn.CALL);
        var retries = new LongAdder();
        Threads.run(2, policy -> retries.add(failingCalls(shared, 10_000, MILLI)));
        assertThat(retries.sum()).isBetween(1_990L, 20L + 2_000 + 1 + 10);
        assertThat(shared.withdrawals(GRANTED) + shared.withdrawals(RESERVE)).isEqualTo(retries.sum());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverExceedsTheBoundInAnyInterval(long seed) {
        var random = new Random(seed);
        int burst = random.nextInt(30);
        double ratio = random.nextInt(1_000) / 1_000.0;
        double perSecond = random.nextInt(4) * random.nextDouble();
        var budget = budget(ratio, burst, perSecond);
        var start = random.nextLong();
        double bound = burst + (perSecond > 0 ? Math.max(1, perSecond) : 0) + 1e-6;
        double excess = 0; // grants beyond what deposits and time allow so far
        double lowest = 0;
        long last = 0;
        long time = 0;
        for (int step = 0; step < 100_000; step++) {
            time += (long) Math.pow(10, random.nextDouble(9));
            if (random.nextInt(3) == 0) {
                budget.recordSuccess();
                excess -= ratio;
            } else if (budget.tryWithdraw(start + time).granted()) {
                excess -= perSecond * (time - last) / SECOND;
                last = time;
                lowest = Math.min(lowest, excess);
                excess++;
                assertThat(excess - lowest).isLessThanOrEqualTo(bound);
            }
        }
    }

    private static int failingCalls(RetryBudget budget, int calls, long interval) {
        var retries = 0;
        for (int i = 0; i < calls; i++) {
            retries += failingCall(budget, i * interval);
        }
        return retries;
    }

    /** At most three attempts. */
    private static int failingCall(RetryBudget budget, long now) {
        budget.recordCall(now);
        var retries = 0;
        while (retries < 2 && budget.tryWithdraw(now).granted()) {
            retries++;
        }
        return retries;
    }
}
