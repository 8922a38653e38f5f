package io.backoff.rewrite.policy;

/**
 * A field of a policy.
 *
 * @param policy the name of the policy
 * @param field the field, or an empty text for the policy as a whole
 */
public record PolicyField(String policy, String field) {}
