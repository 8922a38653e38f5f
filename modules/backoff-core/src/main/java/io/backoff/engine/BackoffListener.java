package io.backoff.engine;

/**
 * Receives the decision after each attempt, successes included. Beans of this type receive the decisions of all calls,
 * in {@code @Order}.
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
 * <p>Listeners run on the thread on which the attempt ended, and the call waits for them, so they should be quick. An
 * exception thrown by a listener is logged and does not affect the call.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BackoffListener {

    /**
     * Called after each attempt, before the delay.
     *
     * @param decision how the attempt ended, and what follows
     */
    void onDecision(RetryDecision decision);
}
