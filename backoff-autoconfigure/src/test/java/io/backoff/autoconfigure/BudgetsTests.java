package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.DepositOn;
import io.backoff.policy.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetsTests {

    private static final BudgetLimits LIMITS = new BudgetLimits(0.1, 20, 0.1, DepositOn.SUCCESS);

    private final Budgets budgets = new Budgets();
    private final List<String> seen = new ArrayList<>();

    @Test
    void isMadeOnce() {
        assertThat(budgets.get("bank", LIMITS)).isSameAs(budgets.get("bank", LIMITS));
    }

    @Test
    void watcherSeesWhatIsThere() {
        budgets.get("bank", LIMITS);
        budgets.watch(budget -> seen.add(budget.name()));
        assertThat(seen).containsExactly("bank");
    }

    @Test
    void watcherSeesWhatIsMadeLaterAndOnce() {
        budgets.watch(budget -> seen.add(budget.name()));
        budgets.get("bank", LIMITS);
        budgets.get("bank", LIMITS);
        assertThat(seen).containsExactly("bank");
    }

    @Test
    void listsThemByName() {
        budgets.get("post", LIMITS);
        budgets.get("bank", LIMITS);
        assertThat(budgets.all()).extracting(RetryBudget::name).containsExactly("bank", "post");
    }
}
