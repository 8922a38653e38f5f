package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.test.FakeTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class NestingTests {

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration.class))
            .withBean(FakeTime.class)
            .withPropertyValues("backoff.policies.outer.max-attempts=3", "backoff.policies.inner.max-attempts=3");

    private final AtomicInteger bottom = new AtomicInteger();

    @Test
    void retriesOfTheOuterCallMakeOneAttemptFurtherIn() {
        context.run(running -> callNested(running.getBean(BackoffOperations.class)));
        assertThat(bottom).hasValue(3 + 1 + 1);
    }

    @Test
    void independentCallsMultiply() {
        context.withPropertyValues("backoff.nested=independent")
                .run(running -> callNested(running.getBean(BackoffOperations.class)));
        assertThat(bottom).hasValue(3 * 3);
    }

    @Test
    void reachesThroughALayerThatIsItselfStopped() {
        context.withPropertyValues("backoff.policies.middle.max-attempts=3").run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            assertThatThrownBy(() -> operations.call(
                            "outer", () -> operations.call("middle", () -> operations.call("inner", this::fail))))
                    .isInstanceOf(IllegalStateException.class);
        });
        // Outer attempt 1: middle 1 makes 3, middle 2 and 3 one each; outer attempts 2 and 3: one each.
        assertThat(bottom).hasValue(5 + 1 + 1);
    }

    @Test
    void anAttemptKnowsThatItIsItsOnlyOne() {
        List<Boolean> last = new ArrayList<>();
        context.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            Callable<String> inner = () -> {
                last.add(CurrentAttempt.get().orElseThrow().isLast());
                return fail();
            };
            assertThatThrownBy(() -> operations.call("outer", () -> operations.call("inner", inner)))
                    .isInstanceOf(IllegalStateException.class);
        });
        assertThat(last).containsExactly(false, false, true, true, true);
    }

    private void callNested(BackoffOperations operations) {
        assertThatThrownBy(() -> operations.call("outer", () -> operations.call("inner", this::fail)))
                .isInstanceOf(IllegalStateException.class);
    }

    private String fail() {
        throw new IllegalStateException("call " + bottom.incrementAndGet());
    }
}
