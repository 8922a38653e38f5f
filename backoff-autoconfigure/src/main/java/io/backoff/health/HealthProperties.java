package io.backoff.health;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Part of the application's health.
 *
 * @param enabled Whether health reports retry budgets that are exhausted.
 * @param exhaustedFor How long a budget denies retries before health reports it.
 */
@ConfigurationProperties("backoff.health")
record HealthProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("1m") Duration exhaustedFor) {}
