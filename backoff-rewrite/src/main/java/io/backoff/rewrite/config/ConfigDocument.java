package io.backoff.rewrite.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One document of a configuration file.
 *
 * @param id where it stands
 * @param profile the profile that activates it, or null if it always applies
 * @param values the values, by property: {@code resilience4j.retry.instances.stock.max-attempts}
 */
public record ConfigDocument(DocumentId id, @Nullable String profile, Map<String, String> values) {}
