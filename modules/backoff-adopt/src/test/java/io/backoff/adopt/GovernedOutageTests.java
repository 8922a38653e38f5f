package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.Backoff;
import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.github.resilience4j.retry.annotation.Retry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;

/** A callee that fails for a while: retries of governed calls stay within their budget, those of others multiply. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"observe", "govern"})
class GovernedOutageTests extends RetryingTests {

    private static final int CALLS = 200;

    private final boolean governed;

    GovernedOutageTests(String mode) {
        super(
                mode,
                List.of(OwnCalls.class, RescuedCalls.class),
                "backoff.adopt.policies.RescuedCalls=callee",
                "backoff.budgets.callee.ratio=0.1",
                "backoff.budgets.callee.min-per-second=1",
                "backoff.budgets.callee.deposit-on=call");
        governed = mode.equals("govern");
    }

    @ParameterizedTest
    @EnumSource
    void retriesStayWithinTheBudget(Way way) {
        AtomicInteger attempts = new AtomicInteger();
        for (int call = 0; call < CALLS; call++) {
            Target target = Target.failing();
            assertThat(catchThrowable(() -> way.call(application, target))).isSameAs(target.last());
            attempts.addAndGet(target.attempts());
        }
        assertAttempts(attempts.get());
        await().pollDelay(Duration.ZERO)
                .untilAsserted(() -> assertThat(application.outcomes().values().stream()
                                .mapToLong(each -> each)
                                .sum())
                        .isEqualTo(CALLS));
    }

    /** Own calls make three attempts too. */
    @ParameterizedTest
    @EnumSource
    void ownCallsShareTheBudget(Way way) {
        AtomicInteger attempts = new AtomicInteger();
        for (int call = 0; call < CALLS; call++) {
            Target target = Target.failing();
            boolean own = call % 2 == 0;
            assertThat(catchThrowable(() -> call(own, way, target))).isSameAs(target.last());
            attempts.addAndGet(target.attempts());
        }
        if (governed) {
            assertAttempts(attempts.get());
        } else {
            assertThat(attempts).as("observed calls leave the budget alone").hasValueGreaterThan(CALLS / 2 * 4);
        }
    }

    private @Nullable Object call(boolean own, Way way, Target target) throws Throwable {
        return own ? application.get(OwnCalls.class).value(target) : way.call(application, target);
    }

    @ParameterizedTest
    @ValueSource(strings = {"recovering", "fallingBack"})
    void eachCallIsRescuedOnce(String method) throws Exception {
        RescuedCalls calls = get(RescuedCalls.class);
        for (int call = 0; call < CALLS; call++) {
            Target target = Target.failing();
            assertThat(method.equals("recovering") ? calls.recovering(target) : calls.fallingBack(target))
                    .isSameAs(target.last());
        }
        assertThat(calls.rescued()).isEqualTo(CALLS);
    }

    private void assertAttempts(int attempts) {
        if (!governed) {
            assertThat(attempts).isEqualTo(3 * CALLS);
            return;
        }
        BudgetLimits limits = budget().limits();
        assertThat(limits).isEqualTo(new BudgetLimits(0.1, 10, 1, DepositOn.CALL));
        double reserve = 1; // Time stands still.
        double bound = CALLS * (1 + limits.ratio()) + limits.burst() + reserve;
        assertThat(attempts).isGreaterThan(CALLS + limits.burst()).isLessThanOrEqualTo((int) bound);
    }

    static class OwnCalls {

        @Backoff("callee")
        Object value(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class RescuedCalls {

        private final AtomicInteger rescued = new AtomicInteger();

        public int rescued() {
            return rescued.getAndSet(0);
        }

        @Retryable
        public Object recovering(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three", fallbackMethod = "rescue")
        public Object fallingBack(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Recover
        public Object rescue(Exception failure) {
            rescued.incrementAndGet();
            return failure;
        }
    }
}
