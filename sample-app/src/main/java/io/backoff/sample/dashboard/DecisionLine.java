package io.backoff.sample.dashboard;

import io.backoff.engine.RetryDecision;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.web.client.HttpStatusCodeException;

/**
 * A decision in words.
 *
 * @param at the time, in milliseconds since 1970
 * @param attempt number of the attempt
 * @param response the provider's response
 * @param kind whether the order is paid, retried or given up
 * @param decision the decision as text
 */
record DecisionLine(long at, int attempt, String response, Kind kind, String decision) {

    enum Kind {
        PAID,
        RETRY,
        GAVE_UP
    }

    static DecisionLine of(RetryDecision decision, long at) {
        return new DecisionLine(
                at, decision.attempt(), response(decision.failure()), kind(decision), verdict(decision));
    }

    /** Whether the line is worth showing: orders paid at the first attempt are of little interest. */
    boolean isNews() {
        return kind != Kind.PAID || attempt > 1;
    }

    private static Kind kind(RetryDecision decision) {
        if (decision.success()) {
            return Kind.PAID;
        }
        return decision.retry() ? Kind.RETRY : Kind.GAVE_UP;
    }

    private static String verdict(RetryDecision decision) {
        if (decision.retry()) {
            // If another library retries, its delay has already passed when the retry is decided.
            return decision.delay().isZero()
                    ? "retry now"
                    : "retry in " + decision.delay().toMillis() + " ms";
        }
        return decision.stopReason() == null
                ? "paid"
                : "give up: " + decision.stopReason().description();
    }

    private static String response(@Nullable Throwable failure) {
        if (failure == null) {
            return "charged";
        }
        if (failure instanceof HttpStatusCodeException response) {
            return "HTTP " + response.getStatusCode().value();
        }
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        return cause instanceof SocketTimeoutException || cause instanceof HttpTimeoutException
                ? "timed out"
                : cause.getClass().getSimpleName();
    }
}
