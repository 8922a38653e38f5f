package io.backoff.client;

import org.jspecify.annotations.Nullable;

/**
 * The settings of an HTTP service group, or just the name of its policy.
 *
 * @param policy Name of the policy for the group's clients.
 * @param key Kind of key for the group's calls; each key has its own retry bucket.
 */
public record GroupProperties(
        @Nullable String policy, @Nullable GroupKey key) {

    /** Creates the settings of a group from just the name of its policy. The binder calls this method. */
    public static GroupProperties of(String policy) {
        return new GroupProperties(policy, null);
    }
}
