package io.backoff.actuate;

import io.backoff.aop.MethodInspection;
import io.backoff.autoconfigure.Budgets;
import io.backoff.engine.TimeSource;
import io.backoff.policy.RetryBudget;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** {@code /actuator/backoff}: what retries, how, and with what success. Only reads. */
@Endpoint(id = "backoff")
final class BackoffEndpoint {

    private final PolicyReports policies;
    private final MethodInspection inspection;
    private final Budgets budgets;
    private final TimeSource time;

    BackoffEndpoint(PolicyReports policies, MethodInspection inspection, Budgets budgets, TimeSource time) {
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
