package io.backoff.delay;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DelayValidationTest {

    private static final Growth GROWTH = Growth.constant(1);

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void namesTheValueAndTheRule(String message, ThrowingCallable building) {
        assertThatIllegalArgumentException().isThrownBy(building).withMessage(message);
    }

    @Test
    void acceptsTheEdges() {
        assertThatCode(() -> {
                    Growth.exponential(0, 1);
                    Growth.polynomial(Long.MAX_VALUE, 0);
                    Jitter.proportional(0);
                    Jitter.proportional(1);
                    Jitter.additive(0);
                    Delay.binaryExponential(1, 1, Cap.CLIP, 0);
                    Delay.binaryExponential(Long.MAX_VALUE, 62, Cap.BASE, Long.MAX_VALUE);
                })
                .doesNotThrowAnyException();
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                row("'delay' must be at least 0 but was -1", () -> Growth.constant(-1)),
                row("'delay' must be at least 0 but was -1", () -> Growth.linear(-1, 1)),
                row("'increment' must be at least 0 but was -2", () -> Growth.linear(1, -2)),
                row("'delay' must be at least 0 but was -1", () -> Growth.exponential(-1, 2)),
                row("'multiplier' must be at least 1 but was 0.5", () -> Growth.exponential(1, 0.5)),
                row("'multiplier' must be at least 1 but was NaN", () -> Growth.exponential(1, Double.NaN)),
                row("'multiplier' must be finite but was Infinity", () -> Growth.exponential(1, 1 / 0d)),
                row("'delay' must be at least 0 but was -1", () -> Growth.polynomial(-1, 2)),
                row("'exponent' must be at least 0 but was -0.1", () -> Growth.polynomial(1, -0.1)),
                row("'exponent' must be at least 0 but was NaN", () -> Growth.polynomial(1, Double.NaN)),
                row("'exponent' must be finite but was Infinity", () -> Growth.polynomial(1, 1 / 0d)),
                row("'delay' must be at least 0 but was -1", () -> Growth.fibonacci(-1)),
                row("'delays' must not be empty", Growth::list),
                row("'delays[1]' must be at least 0 but was -5", () -> Growth.list(3, -5)),
                row("'factor' must be between 0 and 1 but was 1.5", () -> Jitter.proportional(1.5)),
                row("'factor' must be between 0 and 1 but was -0.5", () -> Jitter.proportional(-0.5)),
                row("'factor' must be between 0 and 1 but was NaN", () -> Jitter.proportional(Double.NaN)),
                row("'amount' must be at least 0 but was -1", () -> Jitter.additive(-1)),
                row("'maxNanos' must be at least 0 but was -1", () -> of(-1, 0)),
                row("'granularityNanos' must be at least 0 but was -1", () -> of(1, -1)),
                row("'slotNanos' must be at least 1 but was 0", () -> slots(0, 10)),
                row("'ceiling' must be between 1 and 62 but was 0", () -> slots(1, 0)),
                row("'ceiling' must be between 1 and 62 but was 63", () -> slots(1, 63)),
                row("'delayNanos' must be at least 0 but was -1", () -> Delay.decorrelated(-1, 1, 0)),
                row("'maxNanos' must be at least 0 but was -1", () -> Delay.decorrelated(1, -1, 0)),
                row("'granularityNanos' must be at least 0 but was -1", () -> Delay.decorrelated(1, 1, -1)),
                row("'wait' must be at least 1 but was 0", () -> of(1, 0).bounds(0)),
                row("'wait' must be at least 1 but was -7", () -> of(1, 0).nanos(-7, 0, new Random(1))),
                row(
                        "'wait' must be at least 1 but was 0",
                        () -> Delay.decorrelated(1, 1, 0).bounds(0)));
    }

    private static Arguments row(String message, ThrowingCallable building) {
        return arguments(message, building);
    }

    private static Delay of(long max, long granularity) {
        return Delay.of(GROWTH, Jitter.none(), Cap.WINDOW, max, granularity);
    }

    private static Delay slots(long slot, int ceiling) {
        return Delay.binaryExponential(slot, ceiling, Cap.WINDOW, 1);
    }
}
