package io.backoff.engine;

/**
 * Receives retry decisions, successes included. Beans of this type receive the decisions of all calls, in
 * {@code @Order}.
 *
 * <pre>{@code
 * @Bean
 * BackoffListener alarm() {
 *     return decision -> {
 *         if (decision.stopReason() == StopReason.BUDGET_DENIED) { ... }
 *     };
 * }
 * }</pre>
 *
 * <p>It runs on the thread of the call, so it should be quick. An exception that it throws is logged and does not
 * affect the call.
 */
@FunctionalInterface
public interface BackoffListener {

    /** Called after each attempt, before any delay. */
    void onDecision(RetryDecision decision);
}
