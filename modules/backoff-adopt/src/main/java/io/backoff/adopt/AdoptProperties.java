package io.backoff.adopt;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of calls that other libraries retry.
 *
 * @param mode Treatment of calls that other libraries retry.
 * @param policies Policies for methods that other libraries retry, by Class.method, class, or Resilience4j instance.
 */
@ConfigurationProperties("backoff.adopt")
record AdoptProperties(
        @DefaultValue("observe") AdoptMode mode,
        @DefaultValue Map<String, String> policies) {}
