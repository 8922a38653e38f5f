package io.backoff.engine.execution;

import io.backoff.budget.RetryBudget;
import java.lang.reflect.Proxy;

/** A budget that throws whatever it is asked. */
final class BrokenBudget {

    private BrokenBudget() {}

    static RetryBudget create() {
        return (RetryBudget) Proxy.newProxyInstance(
                BrokenBudget.class.getClassLoader(), new Class<?>[] {RetryBudget.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("budget");
                });
    }
}
