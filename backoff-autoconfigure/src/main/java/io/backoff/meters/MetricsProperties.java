package io.backoff.meters;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of meters.
 *
 * @param enabled Whether calls are counted in the meter registry.
 * @param methodTag Whether meters have a method tag.
 */
@ConfigurationProperties("backoff.metrics")
public record MetricsProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("true") boolean methodTag) {}
