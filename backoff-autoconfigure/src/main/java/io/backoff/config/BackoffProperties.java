package io.backoff.config;

import io.backoff.engine.Deadlines;
import io.backoff.engine.Nesting;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code backoff}, except those that features bind themselves.
 *
 * @param enabled Whether guarded calls are retried; if false, each call makes one attempt, failed messages are left to their container, and stored calls and failed event publications wait.
 * @param adviceMode How calls are intercepted.
 * @param order Order of the advice: by default, immediately outside transactions and caches or, if Resilience4j's aspects are on the class path, outside these aspects (2147483641).
 * @param nested Behavior of a guarded call inside another guarded call that is retrying.
 * @param deadlines Whether guarded calls inherit the deadline of the enclosing call, attempt or request; max-elapsed always applies too.
 * @param transactions Behavior of a guarded call in a transaction of its caller.
 * @param policies Policies by name. The policy 'default' always exists, and all others inherit from it.
 * @param budgets Retry budgets by name; all inherit from 'default'.
 * @param keys Keys of calls, each with its own retry bucket.
 * @param reload Reloading of configuration files while the application runs.
 * @param endpoint Actuator endpoints.
 */
@ConfigurationProperties("backoff")
public record BackoffProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("proxy") AdviceMode adviceMode,
        @DefaultValue("" + AdviceOrder.DEFAULT) int order,
        @DefaultValue("chain-stop") Nesting nested,
        @DefaultValue("inherit") Deadlines deadlines,
        @DefaultValue("one-attempt") TransactionMode transactions,
        @DefaultValue Map<String, PolicyProperties> policies,
        @DefaultValue Map<String, BudgetProperties> budgets,
        @DefaultValue Keys keys,
        @DefaultValue Reload reload,
        @DefaultValue Endpoint endpoint) {

    /**
     * The keys of calls.
     *
     * @param max Maximum number of keys that a policy remembers, at least 1; beyond that number, the least recently used key is forgotten.
     * @param show Whether the Actuator endpoint shows keys; if false, it shows eight hex digits of their SHA-256.
     */
    public record Keys(
            @DefaultValue("1000") int max,
            @DefaultValue("true") boolean show) {}

    /**
     * The reloading of configuration files while the application runs.
     *
     * @param interval Time between two reloads of the configuration files; 0 for no reloads.
     */
    public record Reload(@DefaultValue("0") Duration interval) {}

    /**
     * The Actuator endpoints.
     *
     * @param readOnly Whether the endpoints backoff and backoffredeliveries reject every change.
     */
    public record Endpoint(@DefaultValue("false") boolean readOnly) {}
}
