package io.backoff.health;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Adds the health of budgets, if enabled. It is disabled by default, because an exhausted budget is no reason to stop
 * an application.
 */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(Budgets.class)
@ConditionalOnBooleanProperty("backoff.health.enabled")
@EnableConfigurationProperties(HealthProperties.class)
public final class BackoffHealthAutoConfiguration {

    /** The name of the bean determines the path {@code /actuator/health/backoff}. */
    @Bean
    BudgetHealthIndicator backoffHealthIndicator(
            Budgets budgets, TimeSource time, HealthProperties properties, Environment environment) {
        Duration limit = properties.exhaustedFor();
        if (limit.isNegative() || limit.isZero()) {
            throw InvalidPropertyException.of(
                    environment, "backoff.health.exhausted-for", limit, "it must be more than 0", "For example '1m'.");
        }
        return new BudgetHealthIndicator(budgets, time, limit);
    }
}
