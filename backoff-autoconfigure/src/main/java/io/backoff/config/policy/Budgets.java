package io.backoff.config.policy;

import io.backoff.budget.RetryBudget;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.policy.Keys;
import java.util.Collection;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The retry budgets of the application by name. A budget keeps its tokens when the configuration changes. */
public final class Budgets {

    /** The name of the field for the current tokens of a budget, which are not a setting. */
    public static final String TOKENS = "tokens";

    public static final String FULL = "full";

    private final WatchedMap<RetryBudget> budgets = new WatchedMap<>();

    /** The budget of that name; {@code null} if there is none. */
    public @Nullable RetryBudget find(String name) {
        return budgets.get(name);
    }

    /** Adds a budget unless one of that name exists. */
    void add(RetryBudget budget) {
        budgets.add(budget.name(), budget);
    }

    /**
     * Refills a budget, and the buckets of the keys that draw from it.
     *
     * @param tokens {@code full}; other values are rejected, because calls change the number of tokens all the time, so
     *     a given number would not stay
     * @param keys the keys of all policies
     * @return the number of tokens before the refill
     * @throws java.util.NoSuchElementException if there is no such budget
     * @throws InvalidPropertyException if {@code tokens} is not {@code full}
     */
    public int refill(String name, String tokens, Collection<Keys> keys) {
        RetryBudget budget = budgets.get(name);
        if (budget == null) {
            throw new NoSuchElementException("There is no budget '" + name + "'");
        }
        checkTokens(name, tokens);
        int before = budget.tokens();
        budget.refill();
        keys.forEach(ofPolicy -> ofPolicy.refill(budget));
        return before;
    }

    /**
     * Validates the requested tokens of a budget.
     *
     * @throws InvalidPropertyException if the tokens are not {@code full}
     */
    public static void checkTokens(String name, String tokens) {
        if (!tokens.equals(FULL)) {
            throw new InvalidPropertyException(
                    SettingsGroup.BUDGETS.property(name, TOKENS),
                    tokens,
                    Setting.ACTUATOR,
                    "tokens can only be set to 'full'",
                    "Write 'full' to refill the budget. To allow more or fewer retries, change 'burst', 'ratio' or "
                            + "'min-per-second'.");
        }
    }

    /** All budgets, ordered by name: configured budgets, and budgets that policies use by default. */
    public Collection<RetryBudget> all() {
        return budgets.values();
    }

    /**
     * Passes every budget to the watcher: existing ones now, later ones on creation.
     *
     * @param watcher must not throw, and must accept a budget twice
     */
    public void watch(Consumer<? super RetryBudget> watcher) {
        budgets.watch((name, budget) -> watcher.accept(budget));
    }
}
