package io.backoff.engine.stats;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;

/**
 * The counts of the calls of one policy and method: calls by outcome, retries by cause. The counts only grow, so a
 * metrics library can read them whenever it reports:
 *
 * <pre>{@code
 * @Bean
 * CallMeters.Factory exhausted(MetricRegistry registry) {
 *     return (counts, maxAttempts) -> {
 *         registry.registerGauge(
 *                 "exhausted." + counts.policy() + "." + counts.method(), () -> counts.calls(Outcome.EXHAUSTED));
 *         return CallMeters.NONE;
 *     };
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public interface CallCounts {

    /** {@return the name of the policy} */
    String policy();

    /** {@return the name of the method, {@code Class.method}, or {@code programmatic}} */
    String method();

    /**
     * {@return the number of calls that ended with this outcome}
     *
     * @param outcome how the calls ended
     */
    long calls(Outcome outcome);

    /**
     * {@return the number of retries that were made for this cause}
     *
     * @param cause the cause of the retries
     */
    long retries(RetryCause cause);
}
