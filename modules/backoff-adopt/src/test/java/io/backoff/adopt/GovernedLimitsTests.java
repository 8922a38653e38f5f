package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With Backoff disabled, no governed call is retried; observed calls are not concerned. */
@ParameterizedClass
@ValueSource(strings = {"observe", "govern"})
class GovernedLimitsTests extends RetryingTests {

    private final boolean governed;

    GovernedLimitsTests(String mode) {
        super(
                mode,
                List.of(),
                "backoff.enabled=false",
                "backoff.budgets.callee.burst=0",
                "backoff.budgets.callee.ratio=0",
                "backoff.budgets.callee.min-per-second=0");
        governed = mode.equals("govern");
    }

    @ParameterizedTest
    @EnumSource
    void disabledBackoffDeniesEveryRetry(Way way) throws Exception {
        Target target = Target.failing(2);
        if (governed) {
            assertThat(catchThrowable(() -> way.call(application, target))).isSameAs(target.last());
            assertThat(target.attempts()).isEqualTo(1);
            assertOutcome(Outcome.NOT_RETRYABLE);
        } else {
            assertThat(way.call(application, target)).isEqualTo("result");
            assertOutcome(Outcome.RECOVERED);
        }
    }
}
