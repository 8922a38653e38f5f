package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** Spring Framework's retries are adopted in an application with nothing but Spring Boot. */
@NullMarked
class AdoptionTests {

    @Test
    void countsCalls() {
        new ApplicationContextRunner().withUserConfiguration(Application.class).run(context -> {
            assertThat(context.getBean(Application.class).pay()).isEqualTo("paid");
            assertThat(context.getBean(CallStatisticsRegistry.class).counts("adopted"))
                    .isEqualTo(Map.of(Outcome.SUCCESS, 1L));
            assertThat(context.getBeansOfType(RetryLibrary.class).values())
                    .extracting(RetryLibrary::id)
                    .isEqualTo(List.of("spring-framework"));
        });
    }

    @EnableAutoConfiguration
    @EnableResilientMethods
    static class Application {

        @Retryable(delay = 0)
        public String pay() {
            return "paid";
        }
    }
}
