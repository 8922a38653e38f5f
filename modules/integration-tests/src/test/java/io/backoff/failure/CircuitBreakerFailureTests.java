package io.backoff.failure;

import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.PERMANENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.junit.jupiter.api.Test;

/** The groups of the failures of Resilience4j. */
class CircuitBreakerFailureTests {

    @Test
    void anOpenCircuitBreakerIsPermanent() {
        var breaker = CircuitBreaker.ofDefaults("payments");
        breaker.transitionToOpenState();
        var thrown = Caught.exception(CallNotPermittedException.class, () -> breaker.executeRunnable(() -> {}));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    @Test
    void aFullBulkheadIsInNeither() {
        var bulkhead = Bulkhead.of(
                "payments", BulkheadConfig.custom().maxConcurrentCalls(0).build());
        var thrown = Caught.exception(BulkheadFullException.class, () -> bulkhead.executeRunnable(() -> {}));
        assertThat(Application.groupOf(thrown)).isEqualTo(NEITHER);
    }
}
