package io.backoff.classify;

/**
 * A failure that a group of {@code abort-on} excludes from retries.
 *
 * @param type name of its class
 * @param group the group
 */
public record GroupMember(String type, FailureGroup group) {}
