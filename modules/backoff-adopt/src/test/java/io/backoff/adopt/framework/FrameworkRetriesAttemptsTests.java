package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.resilience.annotation.Retryable;

/** How many attempts Spring Framework makes, when, and what their results become. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesAttemptsTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);

    FrameworkRetriesAttemptsTests(String mode) {
        super(mode, Shop.class);
    }

    @Test
    void aSuccessIsTheOnlyAttempt() {
        var script = Script.of("sold");
        assertThat(shop.sell(script)).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void theSecondAttemptMaySucceed() {
        var script = Script.failing(1, "sold");
        assertThat(shop.sell(script)).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void theLastAttemptMaySucceed() {
        var script = Script.failing(3, "sold");
        assertThat(shop.sell(script)).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(4);
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
    void noRetriesAreOneAttempt() {
        var script = Script.failing(1, "too late");
        assertThat(catchThrowable(() -> shop.sellOnce(script))).hasMessage("failure 1");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void oneRetryIsTwoAttempts() {
        var script = Script.failing(2, "too late");
        assertThat(catchThrowable(() -> shop.sellTwice(script))).hasMessage("failure 2");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aThousandRetriesAreMade() {
        var script = Script.failing(1000, "sold");
        assertThat(shop.sellOften(script)).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(1001);
    }

    @Test
    void aThousandRetriesAreTheLimit() {
        var script = Script.failing(1001, "too late");
        assertThat(catchThrowable(() -> shop.sellOften(script))).hasMessage("failure 1001");
        assertThat(script.attempts()).isEqualTo(1001);
    }

    @Test
    void theNumberMayBeAnExpression() {
        var script = Script.failing(3, "too late");
        assertThat(catchThrowable(() -> shop.sellByExpression(script))).hasMessage("failure 3");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void nullIsASuccess() {
        var script = Script.of(new IllegalStateException(), null, "too late");
        assertThat(shop.sell(script)).isNull();
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void theResultIsTheSameInstance() {
        var result = new Object();
        assertThat(shop.sellAnything(Script.of(new IllegalStateException(), result)))
                .isSameAs(result);
    }

    @Test
    void anExceptionMayBeAResult() {
        var result = new IllegalStateException();
        assertThat(shop.fail(result)).isSameAs(result);
    }

    @Test
    void voidMethodsAreRetried() {
        var script = Script.failing(2, "done");
        shop.open(script);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void primitiveResultsArriveAsTheyAre() {
        var script = Script.failing(1, 42);
        assertThat(shop.count(script)).isEqualTo(42);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void theCallersThreadMakesAllAttempts() {
        var script = Script.failing(2, "sold");
        shop.sell(script);
        var caller = Thread.currentThread();
        assertThat(script.threads()).containsExactly(caller, caller, caller);
    }

    @Test
    void callsDoNotShareTheirRetries() {
        for (var call = 0; call < 3; call++) {
            var script = Script.failing(3, "sold");
            assertThat(shop.sell(script)).isEqualTo("sold");
            assertThat(script.attempts()).isEqualTo(4);
        }
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

        @Retryable(maxRetries = 0, delay = 0)
        String sellOnce(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 1, delay = 0)
        String sellTwice(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 1000, delay = 0)
        String sellOften(Script script) {
            return script.run();
        }

        @Retryable(maxRetriesString = "#{1 + 1}", delay = 0)
        String sellByExpression(Script script) {
            return script.run();
        }

        @Retryable(delay = 0)
        Object sellAnything(Script script) {
            return script.run();
        }

        @Retryable(delay = 0)
        Exception fail(Exception result) {
            return result;
        }

        @Retryable(delay = 0)
        void open(Script script) {
            script.run();
        }

        @Retryable(delay = 0)
        int count(Script script) {
            return script.<Integer>run();
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
