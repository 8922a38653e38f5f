package io.backoff.benchmarks.soak;

import io.backoff.benchmarks.soak.Tally.Event;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Makes changes to a running application. */
final class Operator {

    private static final List<String> CHANGED_BUDGETS = List.of("shared", "changing");

    private final Life life;
    private final RandomGenerator random;
    private final Endpoint endpoint;
    private final PolicyStore store;
    private final List<String> policies;

    Operator(Life life, RandomGenerator random) {
        this.life = life;
        this.random = random;
        this.endpoint = new Endpoint(life.context);
        this.store = life.context.getBean(PolicyStore.class);
        this.policies = store.get().keySet().stream().sorted().toList();
    }

    /** Makes one change. */
    void act() throws InterruptedException {
        int dice = random.nextInt(100);
        if (dice < 50) {
            change(any(Change.ALL));
        } else if (dice < 75) {
            reset(SettingsGroup.POLICIES, any(policies));
        } else if (dice < 85) {
            reset(SettingsGroup.BUDGETS, any(CHANGED_BUDGETS));
        } else if (dice < 92) {
            life.violations.unless(endpoint.report() != null, "no report in %s", life);
        } else if (dice < 98) {
            refill(any(CHANGED_BUDGETS));
        } else {
            pause();
        }
    }

    private void change(Change change) {
        synchronized (life) {
            Map<?, ?> before = store.settings(change.group(), change.name());
            int status = endpoint.change(change);
            noteBudget(change.group());
            life.violations.unless(status == change.status(), "status %d for %s in %s", status, change, life);
            if (status != 200) {
                Map<?, ?> after = store.settings(change.group(), change.name());
                life.violations.unless(
                        before.equals(after), "%s was rejected, but %s became %s", change, before, after);
            }
            life.tally.add(status == 200 ? Event.CHANGE : Event.REJECTION);
        }
    }

    private void reset(SettingsGroup group, String name) {
        synchronized (life) {
            int status = endpoint.reset(group, name);
            noteBudget(group);
            life.violations.unless(status == 200, "status %d for a reset of %s in %s", status, name, life);
            life.tally.add(Event.RESET);
        }
    }

    private void noteBudget(SettingsGroup group) {
        if (group == SettingsGroup.BUDGETS) {
            life.ledger.budgetChanged();
        }
    }

    private void refill(String budget) {
        synchronized (life) {
            int status = endpoint.refill(budget);
            life.violations.unless(status == 200, "status %d for a refill of %s in %s", status, budget, life);
            life.ledger.refilled();
            life.tally.add(Event.REFILL);
        }
    }

    /** Stops the application context, and starts it again. */
    private void pause() throws InterruptedException {
        life.context.stop();
        Thread.sleep(random.nextInt(30));
        life.context.start();
        life.tally.add(Event.PAUSE);
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
