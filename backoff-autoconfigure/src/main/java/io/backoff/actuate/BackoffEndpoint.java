package io.backoff.actuate;

import io.backoff.autoconfigure.Section;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * {@code /actuator/backoff}: what retries, how, and with what success; and changes until a restart.
 *
 * <p>Budgets have two selectors, {@code budgets/{name}}, of which the first is always the same, so that a policy may
 * have any name. Operations have names of their own, by which JMX knows them.
 */
@Endpoint(id = "backoff")
// The return types of the operations do not name these.
@RegisterReflectionForBinding({PolicyReport.class, BudgetReport.class, Refusal.class, EndpointProblem.class})
final class BackoffEndpoint {

    private static final String BUDGETS = "budgets";

    private final PolicyReports policies;
    private final MethodReports methods;
    private final BudgetReports budgets;
    private final Changes changes;

    BackoffEndpoint(PolicyReports policies, MethodReports methods, BudgetReports budgets, Changes changes) {
        this.policies = policies;
        this.methods = methods;
        this.budgets = budgets;
        this.changes = changes;
    }

    /** Everything. */
    @ReadOperation
    BackoffReport backoff() {
        return new BackoffReport(policies.all(), methods.retried(), budgets.all(), methods.polled());
    }

    /** One policy; 404 if there is none of that name. */
    @ReadOperation
    Object policy(@Selector String policy) {
        PolicyReport report = policies.of(policy);
        return report == null ? changes.unknown(Section.POLICIES, policy) : report;
    }

    /** Changes one field of a policy, or several at once; 400, and nothing changed, if a value cannot be used. */
    @WriteOperation
    WebEndpointResponse<?> change(
            @Selector String policy, @Nullable String property, @Nullable String value, @Nullable String properties) {
        return changes.change(Section.POLICIES, policy, Change.of(property, value, properties), policies::of);
    }

    /** Returns a policy to what is configured. */
    @DeleteOperation
    WebEndpointResponse<?> reset(@Selector String policy) {
        return changes.reset(Section.POLICIES, policy, policies::of);
    }

    /** One budget; 404 if there is none of that name. */
    @ReadOperation
    Object budget(@Selector String group, @Selector String name) {
        BudgetReport report = group.equals(BUDGETS) ? budgets.of(name) : null;
        return report == null ? unknown(group, name) : report;
    }

    /** Changes fields of a budget, or fills it up: {@code tokens}, {@code full}. */
    @WriteOperation
    WebEndpointResponse<?> changeBudget(
            @Selector String group,
            @Selector String name,
            @Nullable String property,
            @Nullable String value,
            @Nullable String properties) {
        return group.equals(BUDGETS)
                ? changes.change(Section.BUDGETS, name, Change.of(property, value, properties), budgets::of)
                : unknown(group, name);
    }

    /** Returns a budget to what is configured; its tokens stay. */
    @DeleteOperation
    WebEndpointResponse<?> resetBudget(@Selector String group, @Selector String name) {
        return group.equals(BUDGETS) ? changes.reset(Section.BUDGETS, name, budgets::of) : unknown(group, name);
    }

    private WebEndpointResponse<?> unknown(String group, String name) {
        return changes.unknown(Section.BUDGETS, group.equals(BUDGETS) ? name : group + "/" + name);
    }
}
