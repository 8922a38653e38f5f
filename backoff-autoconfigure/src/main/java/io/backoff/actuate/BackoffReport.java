package io.backoff.actuate;

import java.util.List;
import java.util.Map;

/**
 * What {@code GET /actuator/backoff} answers.
 *
 * @param policies all policies by name
 * @param methods the annotated methods of all beans
 * @param budgets all budgets that policies draw from, by name
 */
record BackoffReport(
        Map<String, PolicyReport> policies, List<MethodReport> methods, Map<String, BudgetReport> budgets) {}
