package io.backoff.config;

import io.backoff.engine.Deadlines;
import io.backoff.engine.Nesting;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code backoff}, except those of features, which bind their own.
 *
 * @param enabled Whether annotated methods are retried; if false, each runs once and nothing else changes.
 * @param adviceMode How calls are intercepted.
 * @param order Order of the advice, by default just outside of transactions and caches; 2147483641, outside of the aspects of Resilience4j, where these are on the class path.
 * @param nested What a guarded call does inside another one that is retrying.
 * @param deadlines When the time of a guarded call ends, apart from its own max-elapsed.
 * @param transactions What a guarded call does in a transaction of its caller.
 * @param policies Policies by name. The policy 'default' always exists, and all others inherit from it.
 * @param budgets Retry budgets by name; all inherit from 'default'.
 * @param keys Calls that share retries by key.
 * @param reload Configuration that changes while the application runs.
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
     * Calls that share retries by key.
     *
     * @param max How many keys of a policy are remembered, at least 1; the least recently used is forgotten.
     * @param show Whether the Actuator endpoint shows keys as they are; if false, it shows eight hex digits of their SHA-256.
     */
    public record Keys(
            @DefaultValue("1000") int max,
            @DefaultValue("true") boolean show) {}

    /**
     * Configuration that changes while the application runs.
     *
     * @param interval How often the configuration files are read again; 0 for never.
     */
    public record Reload(@DefaultValue("0") Duration interval) {}

    /**
     * Actuator endpoints.
     *
     * @param readOnly Whether the endpoints backoff and backoffredeliveries reject every change.
     */
    public record Endpoint(@DefaultValue("false") boolean readOnly) {}
}
