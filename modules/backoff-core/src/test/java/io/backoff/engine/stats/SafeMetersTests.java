package io.backoff.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.engine.LoggedLines;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SafeMetersTests {

    @Test
    void recordAndRegister() {
        var runs = new AtomicInteger();
        SafeMeters.record(runs::incrementAndGet);
        SafeMeters.register("calls", runs::incrementAndGet);
        assertThat(SafeMeters.create("calls", runs::incrementAndGet, 0)).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void surviveWhatTheMetricsLibraryThrows(Throwable failure) {
        assertThatCode(() -> SafeMeters.record(() -> sneakyThrow(failure))).doesNotThrowAnyException();
        assertThatCode(() -> SafeMeters.register("calls", () -> sneakyThrow(failure)))
                .doesNotThrowAnyException();
        assertThat(SafeMeters.<String>create("calls", () -> sneakyThrow(failure), "none"))
                .isEqualTo("none");
    }

    @Test
    void sayWhatHasNoMetersButNotEachTimeThatAMeterFails() {
        var failure = new IllegalStateException("broken");
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            SafeMeters.register("calls", () -> sneakyThrow(failure));
            SafeMeters.<String>create("budgets", () -> sneakyThrow(failure), "none");
            SafeMeters.record(() -> sneakyThrow(failure));
            assertThat(lines.all())
                    .containsExactly(
                            "WARNING No metrics for calls, because the meters could not be registered",
                            "WARNING No metrics for budgets, because the meters could not be registered");
        }
    }

    static Stream<Throwable> failures() {
        return Stream.of(new IllegalStateException(), new NoSuchMethodError(), new IllegalStateException() {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException();
            }
        });
    }

    @Test
    void hideNoErrorOfTheMachineAtStartup() {
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> SafeMeters.register("calls", () -> sneakyThrow(new OutOfMemoryError())));
    }

    @SuppressWarnings("unchecked") // erased: the failure is thrown as it is
    private static <T, X extends Throwable> T sneakyThrow(Throwable failure) throws X {
        throw (X) failure;
    }
}
