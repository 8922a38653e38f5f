package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.PermanentException;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations.ThrowingSupplier;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class NestingTests {

    private final ApplicationContextRunner context = Applications.with(BackoffAutoConfiguration.class)
            .withBean(FakeTime.class)
            .withPropertyValues("backoff.policies.outer.max-attempts=3", "backoff.policies.inner.max-attempts=3");

    private final AtomicInteger bottom = new AtomicInteger();

    @Test
    void anExhaustedCallIsNotRetriedByOuterCalls() {
        context.run(running -> {
            callNested(running.getBean(BackoffOperations.class));
            assertThat(bottom).hasValue(3);
            assertThat(running.getBean(CallStatisticsRegistry.class).counts("inner"))
                    .containsOnlyKeys(Outcome.EXHAUSTED);
            assertThat(running.getBean(CallStatisticsRegistry.class).counts("outer"))
                    .containsOnlyKeys(Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void anExhaustedCallIsRecognizedInCauses() {
        context.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            assertThatThrownBy(() -> operations.call("outer", () -> wrapped(operations)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(bottom).hasValue(3);
        });
    }

    @Test
    void aPermanentFailureIsPermanentForAllScopes() {
        context.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            IOException cause = new IOException("gone");
            assertThatThrownBy(() -> operations.call(
                            "outer",
                            () -> operations.call("inner", () -> {
                                bottom.incrementAndGet();
                                throw new PermanentException(cause);
                            })))
                    .isSameAs(cause);
            assertThat(bottom).hasValue(1);
        });
    }

    @Test
    void theSameFailureOfALaterCallIsRetriedAgain() {
        IllegalStateException same = new IllegalStateException("always this one");
        context.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            for (int call = 1; call <= 2; call++) {
                assertThatThrownBy(() -> operations.call("outer", () -> operations.call("inner", () -> fail(same))))
                        .isSameAs(same);
                assertThatThrownBy(() -> operations.call("outer", () -> fail(same)))
                        .isSameAs(same);
                assertThat(bottom).hasValue(call * 6);
            }
        });
    }

    @Test
    void independentCallsMultiply() {
        context.withPropertyValues("backoff.nested=independent")
                .run(running -> callNested(running.getBean(BackoffOperations.class)));
        assertThat(bottom).hasValue(3 * 3);
    }

    @Test
    void innerCallsOfARetryMakeOneAttempt() {
        context.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            List<Boolean> last = new ArrayList<>();
            ThrowingSupplier<String, Exception> inner = () -> {
                last.add(CurrentAttempt.get().orElseThrow().isLast());
                return fail();
            };
            AtomicInteger outer = new AtomicInteger();
            assertThatThrownBy(() -> operations.call("outer", () -> {
                        if (outer.incrementAndGet() == 1) {
                            return fail();
                        }
                        return operations.call("inner", inner);
                    }))
                    .isInstanceOf(IllegalStateException.class);
            // Attempt 1 fails by itself; attempts 2 and 3 make one inner attempt each, which is not terminal.
            assertThat(last).containsExactly(true, true);
            assertThat(running.getBean(CallStatisticsRegistry.class).counts("outer"))
                    .containsOnlyKeys(Outcome.EXHAUSTED);
        });
    }

    private String wrapped(BackoffOperations operations) throws Exception {
        try {
            return operations.call("inner", this::fail);
        } catch (IllegalStateException failure) {
            throw new IllegalArgumentException(failure);
        }
    }

    private String fail(RuntimeException failure) {
        bottom.incrementAndGet();
        throw failure;
    }

    private void callNested(BackoffOperations operations) {
        assertThatThrownBy(() -> operations.call("outer", () -> operations.call("inner", this::fail)))
                .isInstanceOf(IllegalStateException.class);
    }

    private String fail() {
        throw new IllegalStateException("call " + bottom.incrementAndGet());
    }
}
