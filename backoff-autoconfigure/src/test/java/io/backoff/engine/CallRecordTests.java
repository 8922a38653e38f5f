package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.DepositOn;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryBudget;
import io.backoff.policy.RetryCause;
import org.junit.jupiter.api.Test;

/** Calls that are put off reach everybody, once. */
class CallRecordTests {

    private final Meters meters = new Meters();
    private final CallRecord calls = new CallRecord("payments", "PaymentService.charge", meters);

    @Test
    void metersAreToldEvenIfTheBudgetIsBroken() {
        RetryBudget broken = mock(withSettings().defaultAnswer(call -> {
            throw new IllegalStateException("broken");
        }));
        calls.putOff(broken).add();
        calls.catchUp(0);
        assertThat(meters.told).isOne();
        assertThat(calls.count(Outcome.SUCCESS)).isOne();
    }

    @Test
    void aBudgetIsToldOfTheCallsThatWereItsOwn() {
        RetryBudget first = budget();
        RetryBudget second = budget();
        calls.putOff(first).add();
        calls.putOff(second).add();
        calls.putOff(second).add();
        calls.catchUp(0);
        assertThat(ratioAfterOneRetry(first)).isEqualTo(1);
        assertThat(ratioAfterOneRetry(second)).isEqualTo(0.5);
        assertThat(calls.count(Outcome.SUCCESS)).isEqualTo(3);
    }

    @Test
    void budgetsAreToldEvenIfTheMetersAreBroken() {
        RetryBudget first = budget();
        RetryBudget second = budget();
        calls.putOff(first).add();
        calls.putOff(second).add();
        meters.broken = true;
        calls.catchUp(0);
        assertThat(ratioAfterOneRetry(first)).isEqualTo(1);
        assertThat(ratioAfterOneRetry(second)).isEqualTo(1);
    }

    @Test
    void callsArePassedOnOnce() {
        PutOffCalls putOff = calls.putOff(budget());
        putOff.add();
        calls.catchUp(0);
        calls.catchUp(0);
        assertThat(meters.told).isOne();
        putOff.add();
        calls.catchUp(0);
        assertThat(meters.told).isEqualTo(2);
    }

    private static double ratioAfterOneRetry(RetryBudget budget) {
        budget.tryWithdraw(0);
        return budget.ratio(0);
    }

    private static RetryBudget budget() {
        return RetryBudget.of("b", new BudgetLimits(0.1, 5, 0, DepositOn.SUCCESS));
    }

    private static final class Meters implements CallMeters {

        private long told;
        private boolean broken;

        @Override
        public boolean countsInBulk() {
            return true;
        }

        @Override
        public void succeededAtOnce(long calls) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            told += calls;
        }

        @Override
        public void ended(Outcome outcome, int attempts) {}

        @Override
        public void retried(RetryCause cause) {}

        @Override
        public void waited(long nanos) {}
    }
}
