package io.backoff.actuate;

import io.backoff.aop.MethodInspection;
import io.backoff.autoconfigure.Budgets;
import io.backoff.autoconfigure.InvalidPropertyException;
import io.backoff.autoconfigure.PolicyStore;
import io.backoff.engine.TimeSource;
import io.backoff.policy.RetryBudget;
import io.backoff.policy.UnknownPolicyException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** {@code /actuator/backoff}: what retries, how, and with what success; and changes of policies until a restart. */
@Endpoint(id = "backoff")
final class BackoffEndpoint {

    private final PolicyStore store;
    private final PolicyReports policies;
    private final MethodInspection inspection;
    private final Budgets budgets;
    private final TimeSource time;

    BackoffEndpoint(
            PolicyStore store, PolicyReports policies, MethodInspection inspection, Budgets budgets, TimeSource time) {
        this.store = store;
        this.policies = policies;
        this.inspection = inspection;
        this.budgets = budgets;
        this.time = time;
    }

    /** Everything. */
    @ReadOperation
    BackoffReport backoff() {
        return new BackoffReport(policies.all(), methods(), budgets());
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
        return afterChange(policy, () -> store.change(policy, property, value));
    }

    /** Returns a policy to what is configured. */
    @DeleteOperation
    WebEndpointResponse<?> reset(@Selector String policy) {
        return afterChange(policy, () -> store.reset(policy));
    }

    private WebEndpointResponse<?> afterChange(String policy, Runnable change) {
        try {
            change.run();
        } catch (UnknownPolicyException unknown) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        } catch (InvalidPropertyException invalid) {
            return new WebEndpointResponse<>(Refusal.of(invalid), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        return new WebEndpointResponse<>(policies.of(policy));
    }

    private List<MethodReport> methods() {
        return inspection.methods().stream().map(MethodReport::of).toList();
    }

    private Map<String, BudgetReport> budgets() {
        long now = time.nanoTime();
        Map<String, BudgetReport> reports = new TreeMap<>();
        for (RetryBudget each : budgets.all()) {
            reports.put(each.name(), BudgetReport.of(each, now));
        }
        return reports;
    }
}
