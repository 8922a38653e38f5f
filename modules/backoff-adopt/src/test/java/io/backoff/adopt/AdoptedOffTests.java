package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.AdoptedKindsOfBeansTests.CornerShop;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.testkit.Script;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.framework.Advised;

/** With {@code mode: off}, Backoff adds nothing to the methods. */
class AdoptedOffTests {

    @ParameterizedTest
    @EnumSource
    void theLibraryRetriesByItself(AdoptedLibrary library) {
        try (AdoptedApplication application = new AdoptedApplication("off").start(library, CornerShop.class)) {
            CornerShop shop = application.get(CornerShop.class);
            Script script = Script.failing(9, "too late");
            assertThat(catchThrowable(() -> shop.sell(script))).hasMessage("failure 3");
            assertThat(script.attempts()).isEqualTo(3);
            assertThat(((Advised) shop).getAdvisors()).noneMatch(AdoptedAdvisor.class::isInstance);
            assertThat(application.get(AdoptedMethods.class).all()).isEmpty();
            assertThat(application.get(CallStatisticsRegistry.class).counts("adopted"))
                    .isEmpty();
        }
    }
}
