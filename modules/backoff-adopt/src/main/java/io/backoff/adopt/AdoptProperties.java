package io.backoff.adopt;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of calls retried by other libraries.
 *
 * @param mode What is done with calls that other libraries retry: nothing (off), count them (observe), or also deny
 *     retries (govern).
 * @param policies Policies of these calls by method (Class.method), by class, or by the name of a Resilience4j
 *     instance.
 */
@ConfigurationProperties("backoff.adopt")
record AdoptProperties(
        @DefaultValue("observe") AdoptMode mode,
        @DefaultValue Map<String, String> policies) {}
