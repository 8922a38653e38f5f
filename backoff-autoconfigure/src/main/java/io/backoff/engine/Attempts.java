package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one method do. Shared by all of them: a call whose first attempt succeeds needs no {@link Operation}
 * of its own then, which is 48 bytes and 10 ns.
 *
 * @param <C> what tells one call from another
 * @param <T> what it returns
 */
public interface Attempts<C, T extends @Nullable Object> {

    /** Makes the first attempt of a call. */
    T first(C call) throws Throwable;

    /** As {@link Operation#rejects}. */
    boolean rejects(C call, @Nullable Object result, BackoffPolicy policy);

    /** The same call as an operation of its own, for whatever follows its first attempt. */
    Operation<T> operation(C call);
}
