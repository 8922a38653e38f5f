package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;

/** The outcomes of calls that spring-retry retries. */
class SpringRetriesOutcomesTests {

    private final IllegalStateException failure = new IllegalStateException("failure");

    @Test
    void statefulInvocationsAreCallsOfOneAttempt() {
        try (var application = new AdoptedApplication("observe").start(AdoptedLibrary.SPRING_RETRY, Stateful.class)) {
            List<Integer> numbers = new ArrayList<>();
            var script = Script.calling(() -> {
                numbers.add(CurrentAttempt.get().orElseThrow().number());
                throw failure;
            });
            for (int call = 1; call <= 4; call++) {
                catchThrowable(() -> application.get(Stateful.class).call(script));
            }

            assertThat(numbers).containsExactly(1, 2, 3);
            assertThat(application.get(CallStatisticsRegistry.class).counts("adopted"))
                    .isEqualTo(Map.of(Outcome.NOT_RETRYABLE, 3L, Outcome.EXHAUSTED, 1L));
        }
    }

    @Test
    void rescuedCallsHaveTheOutcomeOfTheirLastAttempt() throws Exception {
        try (var application = new AdoptedApplication("observe").start(AdoptedLibrary.SPRING_RETRY, Recovering.class)) {
            assertThat(application.get(Recovering.class).call(Script.of(failure)))
                    .isEqualTo("recovered");
            assertThat(application.get(CallStatisticsRegistry.class).counts("adopted"))
                    .isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
        }
    }

    static class Stateful {

        @Retryable(stateful = true)
        Object call(Script script) throws Exception {
            return script.run();
        }
    }

    static class Recovering {

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover(Exception failure, Script script) {
            return "recovered";
        }
    }
}
