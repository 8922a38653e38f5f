package io.backoff.rewrite.config;

/**
 * The comment of a removed property.
 *
 * @param property the property, or the common prefix of several properties: {@code resilience4j.retry}
 * @param text the comment without the leading {@code #}
 */
public record RemovedComment(String property, String text) {}
