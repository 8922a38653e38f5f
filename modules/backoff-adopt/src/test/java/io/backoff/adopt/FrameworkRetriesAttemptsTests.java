package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.resilience.annotation.Retryable;

/** How many attempts Spring Framework makes, when, and what their results become. */
class FrameworkRetriesAttemptsTests extends OneLibrary {

    private final Shop shop = get(Shop.class);

    FrameworkRetriesAttemptsTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class);
    }

    @Test
    void threeRetriesAreTheDefault() {
        var script = Script.failing(4, "too late");
        assertThat(catchThrowable(() -> shop.sell(script)))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("failure 4");
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void theNumberMayBeAnExpression() {
        var script = Script.failing(3, "too late");
        assertThat(catchThrowable(() -> shop.sellByExpression(script))).hasMessage("failure 3");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void delaysGrowUpToTheirMaximum() {
        var before = System.nanoTime();
        assertThat(shop.sellLater(Script.failing(3, "sold"))).isEqualTo("sold");
        // 1 ms, 2 ms and, instead of 4 ms, 3 ms.
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(6));
    }

    @Test
    void aDelayBeyondTheTimeoutEndsTheCallBeforeIt() {
        var script = Script.failing(1, "too late");
        assertThat(catchThrowable(() -> shop.sellSoon(script))).hasMessage("failure 1");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void anAttemptBeyondTheTimeoutIsTheLast() {
        var script = Script.failing(1, "too late");
        assertThat(catchThrowable(() -> shop.sellSlowly(script))).hasMessage("failure 1");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aSlowSuccessIsASuccess() {
        assertThat(shop.sellSlowly(Script.of("sold"))).isEqualTo("sold");
    }

    @Test
    void aTimeoutThatIsNotReachedChangesNothing() {
        var script = Script.failing(4, "too late");
        assertThat(catchThrowable(() -> shop.sellInTime(script))).hasMessage("failure 4");
        assertThat(script.attempts()).isEqualTo(4);
    }

    static class Shop {

        @Retryable(delay = 0)
        String sell(Script script) {
            return script.run();
        }

        @Retryable(maxRetriesString = "#{1 + 1}", delay = 0)
        String sellByExpression(Script script) {
            return script.run();
        }

        @Retryable(delay = 1, multiplier = 2, maxDelay = 3)
        String sellLater(Script script) {
            return script.run();
        }

        @Retryable(timeout = 1000, delay = 3_600_000)
        String sellSoon(Script script) {
            return script.run();
        }

        @Retryable(timeout = 1, delay = 0)
        String sellSlowly(Script script) {
            var end = System.currentTimeMillis() + 2;
            while (System.currentTimeMillis() < end) {
                Thread.onSpinWait();
            }
            return script.run();
        }

        @Retryable(timeout = 3_600_000, delay = 0)
        String sellInTime(Script script) {
            return script.run();
        }
    }
}
