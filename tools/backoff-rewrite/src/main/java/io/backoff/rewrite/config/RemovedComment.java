package io.backoff.rewrite.config;

/**
 * A comment of a property that is removed.
 *
 * @param property the property, or what is above some: {@code resilience4j.retry}
 * @param text the comment without its mark
 */
public record RemovedComment(String property, String text) {}
