package io.backoff.sample.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests with 20 orders per second, a ratio of 0.1 and a reserve of 0.1 per second. */
class AllowanceTests {

    @Test
    void isWhatIsSavedUpAndWhatPaidOrdersEarn() {
        assertThat(allowance(20, window(10, 150, 50, 0))).isEqualTo(new Allowance(0.1 + 2, 1 + (20 + 10 * 2.1) / 200));
    }

    @Test
    void isOnlyTheReserveInAnOutage() {
        assertThat(allowance(0, window(10, 0, 0, 200))).isEqualTo(new Allowance(0.1, 1 + 0.1 / 20));
    }

    /** One second with 20 orders allows as much as ten seconds with 200. */
    @Test
    void doesNotDependOnTheLengthOfTheWindow() {
        assertThat(allowance(20, window(1, 20, 0, 0)).amplification())
                .isEqualTo(allowance(20, window(10, 200, 0, 0)).amplification());
    }

    @Test
    void hasNoRequestsPerOrderWithoutOrders() {
        assertThat(allowance(20, window(0, 0, 0, 0))).isEqualTo(new Allowance(0.1, null));
    }

    @Test
    void isUnlimitedWithoutABudget() {
        assertThat(Allowance.of(new BudgetState(false, 20, 20, 0.1, 1e6), window(10, 200, 0, 0)))
                .isNull();
    }

    private static Allowance allowance(int tokens, Totals window) {
        return Allowance.of(new BudgetState(true, tokens, 20, 0.1, 0.1), window);
    }

    private static Totals window(double seconds, long paid, long recovered, long failed) {
        return new Totals(seconds, paid, recovered, failed, 0, 0, List.of());
    }
}
