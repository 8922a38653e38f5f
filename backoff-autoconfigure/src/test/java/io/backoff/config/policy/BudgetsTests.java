package io.backoff.config.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetsTests {

    private static final BudgetLimits LIMITS = new BudgetLimits(0.1, 20, 0.1, DepositOn.SUCCESS);

    private final Budgets budgets = new Budgets();
    private final List<String> seen = new ArrayList<>();

    @Test
    void theFirstOfANameStays() {
        RetryBudget first = add("bank");
        add("bank");
        assertThat(budgets.find("bank")).isSameAs(first);
    }

    @Test
    void watcherSeesWhatIsThere() {
        add("bank");
        budgets.watch(budget -> seen.add(budget.name()));
        assertThat(seen).containsExactly("bank");
    }

    @Test
    void watcherSeesWhatIsAddedLaterAndOnce() {
        budgets.watch(budget -> seen.add(budget.name()));
        add("bank");
        add("bank");
        assertThat(seen).containsExactly("bank");
    }

    @Test
    void listsThemByName() {
        add("post");
        add("bank");
        assertThat(budgets.all()).extracting(RetryBudget::name).containsExactly("bank", "post");
    }

    private RetryBudget add(String name) {
        RetryBudget budget = RetryBudget.of(name, LIMITS);
        budgets.add(budget);
        return budget;
    }
}
