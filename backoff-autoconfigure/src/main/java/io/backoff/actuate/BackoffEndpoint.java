package io.backoff.actuate;

import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.endpoint.EndpointCaller;
import io.backoff.endpoint.ProblemResponse;
import io.backoff.problem.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The Actuator endpoint {@code /actuator/backoff}: reports methods, policies, budgets and call outcomes, and changes
 * settings until a restart.
 *
 * <p>The path of a budget has two selectors, {@code budgets/{name}}, so that it cannot collide with the path of a
 * policy. Operations have unique names because JMX uses these names too.
 */
@Endpoint(id = "backoff")
// These types are registered here, because the operations that return one of them declare a more general return type.
@RegisterReflectionForBinding({PolicyReport.class, BudgetReport.class})
final class BackoffEndpoint {

    private static final String BUDGETS = "budgets";

    private final PolicyReports policies;
    private final MethodReports methods;
    private final BudgetReports budgets;
    private final ChangeHandler changes;
    private final DryRunHandler dryRuns;

    BackoffEndpoint(
            PolicyReports policies,
            MethodReports methods,
            BudgetReports budgets,
            ChangeHandler changes,
            DryRunHandler dryRuns) {
        this.policies = policies;
        this.methods = methods;
        this.budgets = budgets;
        this.changes = changes;
        this.dryRuns = dryRuns;
    }

    /** Reports all policies, methods and budgets. */
    @ReadOperation
    BackoffReport backoff() {
        return new BackoffReport(
                policies.all(), methods.retried(), budgets.all(), changes.latest(), methods.ofFeatures());
    }

    /** Reports one policy; 404 if there is no policy of that name. */
    @ReadOperation
    Object policy(@Selector String policy) {
        PolicyReport report = policies.of(policy);
        return report == null ? ProblemResponse.of(changes.unknown(SettingsGroup.POLICIES, policy)) : report;
    }

    /**
     * Changes one or several fields of a policy; if a value is invalid, responds with 400 and changes nothing.
     *
     * @param dryRun {@code true} to report the effect of the change without making it
     */
    @WriteOperation
    WebEndpointResponse<?> change(
            @Selector String policy,
            @Nullable String property,
            @Nullable String value,
            @Nullable String properties,
            @Nullable String dryRun,
            SecurityContext security) {
        Change change = Change.of(property, value, properties);
        return Boolean.parseBoolean(dryRun)
                ? dryRun(policy, change)
                : change(policy, change, EndpointCaller.overHttp(security));
    }

    WebEndpointResponse<?> change(String policy, @Nullable Change change, Author author) {
        return changes.change(SettingsGroup.POLICIES, policy, change, policies::of, author);
    }

    WebEndpointResponse<?> dryRun(String policy, @Nullable Change change) {
        return dryRuns.run(SettingsGroup.POLICIES, policy, change);
    }

    /** Resets a policy to its configuration. */
    @DeleteOperation
    WebEndpointResponse<?> reset(@Selector String policy, SecurityContext security) {
        return reset(policy, EndpointCaller.overHttp(security));
    }

    WebEndpointResponse<?> reset(String policy, Author author) {
        return changes.reset(SettingsGroup.POLICIES, policy, policies::of, author);
    }

    /** Reports one budget; 404 if there is no budget of that name. */
    @ReadOperation
    Object budget(@Selector String group, @Selector String name) {
        BudgetReport report = group.equals(BUDGETS) ? budgets.of(name) : null;
        return report == null ? ProblemResponse.of(unknown(group, name)) : report;
    }

    /**
     * Changes fields of a budget. If the request sets {@code tokens} to {@code full}, also refills the budget.
     *
     * @param dryRun {@code true} to report the effect of the change without making it
     */
    @WriteOperation
    WebEndpointResponse<?> changeBudget(
            @Selector String group,
            @Selector String name,
            @Nullable String property,
            @Nullable String value,
            @Nullable String properties,
            @Nullable String dryRun,
            SecurityContext security) {
        Change change = Change.of(property, value, properties);
        return Boolean.parseBoolean(dryRun)
                ? dryRunOfBudget(group, name, change)
                : changeBudget(group, name, change, EndpointCaller.overHttp(security));
    }

    WebEndpointResponse<?> changeBudget(String group, String name, @Nullable Change change, Author author) {
        return group.equals(BUDGETS)
                ? changes.change(SettingsGroup.BUDGETS, name, change, budgets::of, author)
                : changes.reject(unknown(group, name), author);
    }

    WebEndpointResponse<?> dryRunOfBudget(String group, String name, @Nullable Change change) {
        return group.equals(BUDGETS)
                ? dryRuns.run(SettingsGroup.BUDGETS, name, change)
                : ProblemResponse.of(unknown(group, name));
    }

    /** Resets a budget to its configuration, but keeps its tokens. */
    @DeleteOperation
    WebEndpointResponse<?> resetBudget(@Selector String group, @Selector String name, SecurityContext security) {
        return resetBudget(group, name, EndpointCaller.overHttp(security));
    }

    WebEndpointResponse<?> resetBudget(String group, String name, Author author) {
        return group.equals(BUDGETS)
                ? changes.reset(SettingsGroup.BUDGETS, name, budgets::of, author)
                : changes.reject(unknown(group, name), author);
    }

    private Problem unknown(String group, String name) {
        return changes.unknown(SettingsGroup.BUDGETS, group.equals(BUDGETS) ? name : group + "/" + name);
    }
}
