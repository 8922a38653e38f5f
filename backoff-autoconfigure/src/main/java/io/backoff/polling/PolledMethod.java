package io.backoff.polling;

import io.backoff.policy.BackoffPolicy;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A method to poll, with its policy.
 *
 * @param method the method of the target class
 * @param bean name of its bean
 * @param tag {@code Class.method}
 * @param policy name of its policy
 * @param current supplies the current policy
 * @param invocation calls the method
 */
record PolledMethod(
        Method method,
        String bean,
        String tag,
        String policy,
        Supplier<BackoffPolicy> current,
        Callable<@Nullable Object> invocation) {}
