package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.framework.Advised;
import org.springframework.resilience.annotation.Retryable;

/** With {@code mode: off}, Backoff adds nothing to the methods. */
class AdoptedOffTests {

    @ParameterizedTest
    @EnumSource
    void theLibraryRetriesByItself(AdoptedLibrary library) {
        try (AdoptedApplication application = new AdoptedApplication("off").start(library, Shop.class)) {
            Shop shop = application.get(Shop.class);
            Script script = Script.failing(9, "too late");
            assertThat(catchThrowable(() -> shop.sell(script))).hasMessage("failure 3");
            assertThat(script.attempts()).isEqualTo(3);
            assertThat(((Advised) shop).getAdvisors()).noneMatch(AdoptedAdvisor.class::isInstance);
            assertThat(application.get(AdoptedMethods.class).all()).isEmpty();
            assertThat(application.get(CallStatisticsRegistry.class).counts("adopted"))
                    .isEmpty();
        }
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class Shop {

        public Object sell(Script script) {
            return script.run();
        }
    }
}
