package io.backoff.health;

import io.backoff.config.NeedsLibrary;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The health contribution of retry budgets.
 *
 * @param enabled Whether the application's health includes retry budgets.
 * @param exhaustedFor How long a budget denies retries before it is reported as out of service.
 */
@ConfigurationProperties("backoff.health")
@NeedsLibrary(
        type = "org.springframework.boot.health.contributor.HealthIndicator",
        dependency = "spring-boot-starter-actuator")
record HealthProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("1m") Duration exhaustedFor) {}
