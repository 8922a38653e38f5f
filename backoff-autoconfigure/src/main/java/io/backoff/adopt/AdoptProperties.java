package io.backoff.adopt;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the calls that other libraries retry.
 *
 * @param mode What is done with them: nothing (off), counting (observe), or counting and denying retries (govern).
 * @param policies Policy by method (Class.method), by class, or by the name of a Resilience4j instance.
 */
@ConfigurationProperties("backoff.adopt")
record AdoptProperties(
        @DefaultValue("observe") AdoptMode mode,
        @DefaultValue Map<String, String> policies) {}
