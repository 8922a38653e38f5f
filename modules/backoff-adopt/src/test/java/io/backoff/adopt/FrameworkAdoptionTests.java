package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.adopt.framework.BackoffAdoptFrameworkAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** Methods that Spring Framework retries are counted and, on request, governed. */
@NullMarked
class FrameworkAdoptionTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    BackoffAutoConfiguration.class,
                    BackoffAdoptAutoConfiguration.class,
                    BackoffAdoptFrameworkAutoConfiguration.class))
            .withUserConfiguration(Shop.class);

    @Test
    void observedCallsAreCounted() {
        application.run(context -> {
            Payments payments = context.getBean(Payments.class);
            assertThat(payments.charge(0)).isEqualTo("paid");
            assertThat(payments.charge(2)).isEqualTo("paid");
            assertThatThrownBy(() -> payments.charge(9)).isInstanceOf(IllegalStateException.class);

            assertThat(context.getBean(CallStatisticsRegistry.class).counts("adopted"))
                    .isEqualTo(Map.of(Outcome.SUCCESS, 1L, Outcome.RECOVERED, 1L, Outcome.EXHAUSTED, 1L));
            assertThat(payments.attempts()).containsExactly(1, 1, 2, 3, 1, 2, 3, 4);
        });
    }

    @Test
    void governedRetriesNeedABudget() {
        application
                .withPropertyValues(
                        "backoff.adopt.mode=govern",
                        "backoff.budgets.default.burst=1",
                        "backoff.budgets.default.ratio=0",
                        "backoff.budgets.default.min-per-second=0")
                .run(context -> {
                    Payments payments = context.getBean(Payments.class);
                    assertThatThrownBy(() -> payments.charge(9))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage("down 2");

                    assertThat(payments.attempts()).containsExactly(1, 2);
                    assertThat(context.getBean(CallStatisticsRegistry.class).counts("adopted"))
                            .isEqualTo(Map.of(Outcome.BUDGET_DENIED, 1L));
                    assertThat(context.getBean(Budgets.class).find("Payments.charge"))
                            .isNotNull();
                });
    }

    @Test
    void aBudgetOfAMethodHasSettingsOfItsOwn() {
        application
                .withPropertyValues(
                        "backoff.adopt.mode=govern",
                        "backoff.budgets.[Payments.charge].burst=2",
                        "backoff.budgets.[Payments.charge].min-per-second=0")
                .run(context -> {
                    Payments payments = context.getBean(Payments.class);
                    assertThatThrownBy(() -> payments.charge(9))
                            .hasMessage("down 3")
                            .satisfies(failure -> assertThat(failure.getSuppressed())
                                    .singleElement()
                                    .isInstanceOf(BudgetExhaustedException.class));

                    assertThat(payments.attempts()).containsExactly(1, 2, 3);
                });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Shop {

        @Bean
        Payments payments() {
            return new Payments();
        }
    }

    static class Payments {

        final List<Integer> attempts = new ArrayList<>();
        private int failures;

        List<Integer> attempts() {
            return attempts;
        }

        @Retryable(maxRetries = 3, delay = 0)
        String charge(int failing) {
            CurrentAttempt attempt = CurrentAttempt.get().orElseThrow();
            if (attempt.number() == 1) {
                failures = 0;
            }
            attempts.add(attempt.number());
            if (failures < failing) {
                failures++;
                throw new IllegalStateException("down " + failures);
            }
            return "paid";
        }
    }
}
