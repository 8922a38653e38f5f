package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.List;
import java.util.Map;

/**
 * The response to {@code GET /actuator/backoff}.
 *
 * @param policies all policies by name
 * @param methods the retried methods of all beans
 * @param budgets all budgets that policies draw from, by name
 * @param changes the last 50 changes at run time, the newest first
 * @param features the rows that features add to the response, by the name of the JSON member that contains them;
 *     features without rows are omitted
 */
record BackoffReport(
        Map<String, PolicyReport> policies,
        List<MethodReport> methods,
        Map<String, BudgetReport> budgets,
        List<ChangeReport> changes,
        @JsonAnyGetter Map<String, List<?>> features) {}
