package io.backoff.adopt.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.retry.annotation.Retryable;

/** Where the modes differ. Without a difference, tests that expect the same of each mode would mean nothing. */
class SpringRetriesModesTests {

    @ParameterizedTest
    @CsvSource({"off, 0", "observe, 1", "govern, 1"})
    void countsCallsUnlessOff(String mode, double expected) throws Exception {
        try (var application = RetriedBeans.start(mode, true, SimpleMeterRegistry.class, Service.class)) {
            application.getBean(Service.class).call(Script.of(new IllegalStateException(), "result"));
            var recovered = application
                    .getBean(MeterRegistry.class)
                    .find("backoff.calls")
                    .tags("policy", "adopted", "outcome", "recovered")
                    .functionCounters();
            assertThat(recovered.stream().mapToDouble(FunctionCounter::count).sum())
                    .isEqualTo(expected);
        }
    }

    /** An outer call does not retry what an inner call has retried, if it is governed. */
    @ParameterizedTest
    @CsvSource({"off, 6", "observe, 6", "govern, 2"})
    void multipliesNestedAttemptsUnlessGoverned(String mode, int attempts) {
        try (var application = RetriedBeans.start(mode, true, Service.class)) {
            var service = application.getBean(Service.class);
            var failure = new IllegalStateException();
            var inner = Script.of(failure);
            assertThat(catchThrowable(() -> service.call(Script.calling(() -> service.inner(inner)))))
                    .isSameAs(failure);
            assertThat(inner.attempts()).isEqualTo(attempts);
        }
    }

    static class Service {

        @Retryable(maxAttempts = 2)
        Object inner(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }
    }
}
