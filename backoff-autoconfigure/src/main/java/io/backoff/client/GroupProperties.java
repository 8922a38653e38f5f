package io.backoff.client;

import org.jspecify.annotations.Nullable;

/**
 * The settings of an HTTP service group. A value in their place is the name of the policy.
 *
 * @param policy Name of the policy of its clients.
 * @param key Key that its calls share retries by.
 */
public record GroupProperties(
        @Nullable String policy, @Nullable GroupKey key) {

    /** Called when a value is bound: a group with nothing but a policy. */
    public static GroupProperties of(String policy) {
        return new GroupProperties(policy, null);
    }
}
