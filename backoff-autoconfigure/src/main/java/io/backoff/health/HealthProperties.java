package io.backoff.health;

import io.backoff.config.NeedsLibrary;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The contribution of budgets to the application's health.
 *
 * @param enabled Whether health reports retry budgets that are exhausted.
 * @param exhaustedFor How long a budget denies retries before health reports it.
 */
@ConfigurationProperties("backoff.health")
@NeedsLibrary(
        type = "org.springframework.boot.health.contributor.HealthIndicator",
        dependency = "spring-boot-starter-actuator")
record HealthProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("1m") Duration exhaustedFor) {}
