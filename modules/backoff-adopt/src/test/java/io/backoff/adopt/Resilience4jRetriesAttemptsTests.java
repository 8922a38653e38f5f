package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What Resilience4j itself retries, how often, and what the caller of a blocking method gets. */
class Resilience4jRetriesAttemptsTests extends OneLibrary {

    private final IOException first = new IOException("first");
    private final Service service = get(Service.class);

    Resilience4jRetriesAttemptsTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry(
                        "broken",
                        config -> config.intervalBiFunction((attempt, outcome) -> {
                            throw new IllegalArgumentException("no interval");
                        }))
                .retry(
                        "interrupted",
                        config -> config.intervalBiFunction((attempt, outcome) -> {
                            Thread.currentThread().interrupt();
                            return 1L;
                        }))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
    }

    @Test
    void anInterruptWhileWaitingEndsTheCallWithTheLastFailure() {
        Script script = Script.of(first, "ok");
        assertThat(catchThrowable(() -> service.interrupted(script))).isSameAs(first);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aFailureOfTheIntervalEndsTheCall() {
        Script script = Script.of(first, "ok");
        assertThat(catchThrowable(() -> service.broken(script)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no interval")
                .hasNoCause();
        assertThat(script.attempts()).isEqualTo(1);
    }

    static class Service {

        @Retry(name = "broken")
        public Object broken(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "interrupted")
        public Object interrupted(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
