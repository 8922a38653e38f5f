package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.InvalidIdempotencyKeyException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.problem.Problem;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DuplicateProblemsTests {

    @Test
    void secondsAreRoundedUpAndAtLeastOne() {
        assertThat(inProgress(Duration.ZERO)).isEqualTo(busy("1"));
        assertThat(inProgress(Duration.ofMillis(2_001))).isEqualTo(busy("3"));
    }

    @Test
    void everyRejectionHasItsTitle() {
        assertThat(DuplicateProblems.of(new IdempotencyKeyReusedException("order")))
                .isEqualTo(Problem.of(
                        422,
                        "urn:problem:backoff:idempotency-key-reused",
                        "The idempotency key belongs to another request"));
        assertThat(DuplicateProblems.of(new DuplicateOperationException("order")))
                .isEqualTo(Problem.of(
                        409,
                        "urn:problem:backoff:idempotency-duplicate",
                        "The request was carried out before, and its response is not available"));
        assertThat(DuplicateProblems.of(new InvalidIdempotencyKeyException("none", true)))
                .isEqualTo(Problem.of(400, "urn:problem:backoff:idempotency-key-missing", "none"));
        assertThat(DuplicateProblems.of(new InvalidIdempotencyKeyException("two", false)))
                .isEqualTo(Problem.of(400, "urn:problem:backoff:idempotency-key-malformed", "two"));
    }

    @Test
    void leavesOtherFailuresAlone() {
        assertThat(DuplicateProblems.of(new IllegalStateException("down"))).isNull();
    }

    private static Problem busy(String seconds) {
        return Problem.of(
                        409,
                        "urn:problem:backoff:idempotency-in-progress",
                        "A request with this idempotency key is in progress")
                .withHeaders(Map.of("Retry-After", seconds));
    }

    private static Problem inProgress(Duration hint) {
        Problem problem = DuplicateProblems.of(new OperationInProgressException("order", hint));
        assertThat(problem).isNotNull();
        return problem;
    }
}
