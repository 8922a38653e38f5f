package io.backoff.polling;

import io.backoff.policy.BackoffPolicy;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A method that is polled.
 *
 * @param bean name of its bean
 * @param tag {@code Class.method}
 * @param policy name of its policy
 * @param current gives the policy as it is now
 * @param invocation calls it
 */
record PolledMethod(
        String bean,
        String tag,
        String policy,
        Supplier<BackoffPolicy> current,
        Callable<@Nullable Object> invocation) {}
