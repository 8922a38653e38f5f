package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.policy.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;

/** Tests that share an application, which is started once for each set of arguments of their class. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
abstract class SharedApplication {

    private static @Nullable AdoptedApplication shared;

    final AdoptedApplication application;

    SharedApplication(Supplier<AdoptedApplication> starting) {
        if (shared == null) {
            shared = starting.get();
        }
        application = shared;
        application.fresh();
    }

    @AfterParameterizedClassInvocation
    static void close() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    final <T> T get(Class<T> type) {
        return application.get(type);
    }

    final <T> T get(String name, Class<T> type) {
        return application.get(name, type);
    }

    /** Asserts that the call fails with this very instance, and leaves the instance as it was. */
    final void assertThrows(Throwable expected, ThrowingCallable call) {
        Throwable cause = expected.getCause();
        Throwable[] suppressed = expected.getSuppressed();
        StackTraceElement[] stack = expected.getStackTrace();
        assertThat(catchThrowable(call)).isSameAs(expected);
        assertThat(expected.getCause()).isSameAs(cause);
        assertThat(expected.getSuppressed()).isEqualTo(suppressed);
        assertThat(expected.getStackTrace()).isEqualTo(stack);
    }

    /** Asserts that one call was counted, and how. Calls may be counted on the thread that completes their future. */
    final void assertOutcome(Outcome outcome) {
        assertOutcomes(Map.of(outcome, 1L));
    }

    final void assertOutcomes(Map<Outcome, Long> outcomes) {
        await().pollDelay(Duration.ZERO)
                .untilAsserted(() -> assertThat(application.outcomes()).isEqualTo(outcomes));
    }
}
