package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/**
 * What the calls of one method do. Shared by all of them: a call whose first attempt succeeds needs no {@link Operation}
 * of its own, which saves 48 bytes.
 */
public interface Attempts {

    /** Whether results are left to the policy; without, {@link Operation#rejects} is asked. */
    boolean leavesResultsToPolicy();

    /** Makes the first attempt of a call. */
    @Nullable
    Object first(Object target, @Nullable Object[] arguments) throws Throwable;

    /** The same call as an operation of its own, for whatever follows its first attempt. */
    Operation<@Nullable Object> operation(Object target, @Nullable Object[] arguments);
}
