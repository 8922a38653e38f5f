package io.backoff.sample.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.backoff.engine.RetryDecision;
import io.backoff.policy.StopReason;
import io.backoff.sample.dashboard.DecisionLine.Kind;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;

class DecisionsTests {

    private static final Throwable DOWN = new HttpServerErrorException(HttpStatus.BAD_GATEWAY);

    private final Decisions decisions = new Decisions();

    @Test
    void describesRetriesGivingUpAndPayment() {
        decisions.onDecision(retry(DOWN, 84));
        decisions.onDecision(giveUp(2, DOWN, StopReason.BUDGET_DENIED));
        decisions.onDecision(paid(3));
        assertThat(decisions.next())
                .extracting(DecisionLine::attempt, DecisionLine::response, DecisionLine::kind, DecisionLine::decision)
                .containsExactly(
                        tuple(1, "HTTP 502", Kind.RETRY, "retry in 84 ms"),
                        tuple(2, "HTTP 502", Kind.GAVE_UP, "give up: retry budget empty"),
                        tuple(3, "charged", Kind.PAID, "paid"));
    }

    @Test
    void distinguishesTimeoutsFromOtherFailures() {
        decisions.onDecision(retry(new ResourceAccessException("late", new SocketTimeoutException()), 1));
        decisions.onDecision(retry(new ResourceAccessException("cut", new IOException()), 1));
        assertThat(decisions.next()).extracting(DecisionLine::response).containsExactly("timed out", "IOException");
    }

    @Test
    void keepsAFewOfEachMomentAndPrefersNews() {
        IntStream.range(0, 50).forEach(i -> decisions.onDecision(paid(1)));
        decisions.onDecision(retry(DOWN, 1));
        assertThat(decisions.next()).hasSize(3).extracting(DecisionLine::kind).contains(Kind.RETRY);
        assertThat(decisions.next()).isEmpty();
    }

    @Test
    void leavesOtherPoliciesOut() {
        decisions.onDecision(decision("refunds", 1, null, false, Duration.ZERO, null));
        assertThat(decisions.next()).isEmpty();
    }

    private static RetryDecision retry(Throwable failure, int millis) {
        return decision("payments", 1, failure, true, Duration.ofMillis(millis), null);
    }

    private static RetryDecision giveUp(int attempt, Throwable failure, StopReason reason) {
        return decision("payments", attempt, failure, false, Duration.ZERO, reason);
    }

    private static RetryDecision paid(int attempt) {
        return decision("payments", attempt, null, false, Duration.ZERO, null);
    }

    private static RetryDecision decision(
            String policy,
            int attempt,
            @Nullable Throwable failure,
            boolean retry,
            Duration delay,
            @Nullable StopReason reason) {
        return new RetryDecision(
                policy, "PaymentService.charge", attempt, failure, null, retry, delay, reason, Duration.ZERO);
    }
}
