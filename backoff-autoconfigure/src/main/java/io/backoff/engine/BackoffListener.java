package io.backoff.engine;

/**
 * Is told every decision, successes included. Beans of this type hear of all calls, in their {@code @Order}.
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
 * <p>It runs on the thread of the call, so it should be quick. What it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface BackoffListener {

    /** Called after each attempt, before any delay. */
    void onDecision(RetryDecision decision);
}
