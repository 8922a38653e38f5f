package io.backoff.config.policy;

import io.backoff.budget.RetryBudget;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The retry budgets of the application by name. A budget keeps its tokens when the configuration changes. */
public final class Budgets {

    /** No setting of a budget, but what it holds at the moment. */
    public static final String TOKENS = "tokens";

    public static final String FULL = "full";

    private final Map<String, RetryBudget> budgets = new ConcurrentSkipListMap<>();
    private final List<Consumer<? super RetryBudget>> watchers = new CopyOnWriteArrayList<>();

    /** The budget of that name, or {@code null} when there is none. */
    public @Nullable RetryBudget find(String name) {
        return budgets.get(name);
    }

    /** Adds a budget; does nothing when there is one of that name. */
    void add(RetryBudget budget) {
        if (budgets.putIfAbsent(budget.name(), budget) == null) {
            for (Consumer<? super RetryBudget> each : watchers) {
                each.accept(budget);
            }
        }
    }

    /**
     * Sets the tokens of a budget.
     *
     * @param tokens {@code full}: there is no other number that somebody could know to be right
     * @return how many it held before
     * @throws java.util.NoSuchElementException if there is no such budget
     * @throws InvalidPropertyException if it is anything else
     */
    public int refill(String name, String tokens) {
        RetryBudget budget = budgets.get(name);
        if (budget == null) {
            throw new NoSuchElementException("There is no budget '" + name + "'");
        }
        checkTokens(name, tokens);
        int before = budget.tokens();
        budget.refill();
        return before;
    }

    /**
     * Checks what the tokens of a budget are to be.
     *
     * @throws InvalidPropertyException if it is anything but {@code full}
     */
    public static void checkTokens(String name, String tokens) {
        if (!tokens.equals(FULL)) {
            throw ChangedSetting.invalid(
                    SettingsGroup.BUDGETS.field(name, TOKENS),
                    tokens,
                    "tokens can only be filled up",
                    "Write 'full'. To allow more or fewer retries, change 'burst', 'ratio' or 'min-per-second'.");
        }
    }

    /** All budgets, by name: those that are declared, and those that policies draw from without a declaration. */
    public Collection<RetryBudget> all() {
        return budgets.values();
    }

    /**
     * Shows every budget to the watcher: those that exist now, and later ones, which a change at run time makes, when
     * they are made.
     *
     * @param watcher must not throw, and must not mind a budget that it is shown twice
     */
    public void watch(Consumer<? super RetryBudget> watcher) {
        // In this order: a budget that is made in between is shown twice rather than never.
        watchers.add(watcher);
        all().forEach(watcher);
    }
}
