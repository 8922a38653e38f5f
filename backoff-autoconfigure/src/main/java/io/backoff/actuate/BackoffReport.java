package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * What {@code GET /actuator/backoff} answers.
 *
 * @param policies all policies by name
 * @param methods the methods of all beans that are retried
 * @param budgets all budgets that policies draw from, by name
 * @param polls the methods that are polled; absent when there are none
 * @param changes the last 50 changes at run time, the newest first
 */
record BackoffReport(
        Map<String, PolicyReport> policies,
        List<MethodReport> methods,
        Map<String, BudgetReport> budgets,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PollReport> polls,
        List<ChangeReport> changes) {}
