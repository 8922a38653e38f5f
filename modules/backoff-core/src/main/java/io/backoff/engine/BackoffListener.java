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
 * <p>Listeners run on the thread that decides what follows the attempt, which may differ from the thread of the
 * attempt. The call waits for them, so they should be quick. An exception thrown by a listener is logged and does not
 * affect the call.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BackoffListener {

    /**
     * Called after each attempt, before the delay. For a method that another library retries, called after that
     * library's delay.
     *
     * @param decision how the attempt ended, and what follows
     */
    void onDecision(RetryDecision decision);
}
