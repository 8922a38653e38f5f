package io.backoff.polling;

import io.backoff.policy.BackoffPolicy;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A method to poll, with its policy.
 *
 * @param bean name of its bean
 * @param tag {@code Class.method}
 * @param policy name of its policy
 * @param current supplies the current policy
 * @param invocation calls the method
 */
record PolledMethod(
        String bean,
        String tag,
        String policy,
        Supplier<BackoffPolicy> current,
        Callable<@Nullable Object> invocation) {}
