package io.backoff.actuate;

import io.backoff.actuate.Changes.Change;
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
@RegisterReflectionForBinding(Refusal.class) // the return types of the operations do not tell
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

    /** One policy; {@code null}, which HTTP makes a 404 of, when there is none of that name. */
    @ReadOperation
    @Nullable
    PolicyReport policy(@Selector String policy) {
        return policies.of(policy);
    }

    /** Changes one field of a policy; 400, and nothing changed, when the value cannot be used. */
    @WriteOperation
    WebEndpointResponse<?> change(@Selector String policy, String property, String value) {
        return changes.change(Section.POLICIES, policy, new Change(property, value), policies::of);
    }

    /** Returns a policy to what is configured. */
    @DeleteOperation
    WebEndpointResponse<?> reset(@Selector String policy) {
        return changes.reset(Section.POLICIES, policy, policies::of);
    }

    /** One budget. */
    @ReadOperation
    @Nullable
    BudgetReport budget(@Selector String group, @Selector String name) {
        return group.equals(BUDGETS) ? budgets.of(name) : null;
    }

    /** Changes one field of a budget, or fills it up: {@code tokens}, {@code full}. */
    @WriteOperation
    WebEndpointResponse<?> changeBudget(@Selector String group, @Selector String name, String property, String value) {
        return group.equals(BUDGETS)
                ? changes.change(Section.BUDGETS, name, new Change(property, value), budgets::of)
                : notFound();
    }

    /** Returns a budget to what is configured; its tokens stay. */
    @DeleteOperation
    WebEndpointResponse<?> resetBudget(@Selector String group, @Selector String name) {
        return group.equals(BUDGETS) ? changes.reset(Section.BUDGETS, name, budgets::of) : notFound();
    }

    private static WebEndpointResponse<?> notFound() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
}
