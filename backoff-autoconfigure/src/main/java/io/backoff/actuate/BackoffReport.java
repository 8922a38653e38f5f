package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * The response to {@code GET /actuator/backoff}.
 *
 * @param policies all policies by name
 * @param methods the retried methods of all beans
 * @param budgets all budgets that policies draw from, by name
 * @param polls the polled methods; absent if there are none
 * @param adopted the methods that other libraries retry; absent if there are none
 * @param changes the last 50 changes at run time, the newest first
 */
record BackoffReport(
        Map<String, PolicyReport> policies,
        List<MethodReport> methods,
        Map<String, BudgetReport> budgets,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PollReport> polls,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AdoptedReport> adopted,
        List<ChangeReport> changes) {}
