package io.backoff.idempotency.method;

import io.backoff.idempotency.claim.Gate;
import io.backoff.idempotency.key.CurrentPrincipal;
import io.backoff.idempotency.key.Fingerprint;
import io.backoff.idempotency.key.KeySource;
import io.backoff.idempotency.key.RequestKeys;
import io.backoff.idempotency.result.Results;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * An annotated method as its calls need it: all looked up, parsed and checked once.
 *
 * @param method the method of the target class
 * @param application name of the application
 * @param operation name of the operation
 * @param keys finds the key of a call
 * @param fingerprint of its arguments
 * @param results what is kept of its results
 * @param gate lets calls through
 * @param position where calls are intercepted
 * @param driver carries calls out
 * @param principal knows who makes a call
 * @param requests marks answers, when it is a method of a controller
 */
record IdempotentMethod(
        Method method,
        String application,
        String operation,
        KeySource keys,
        Fingerprint fingerprint,
        Results results,
        Gate gate,
        Position position,
        IdempotentDriver driver,
        CurrentPrincipal principal,
        @Nullable RequestKeys requests) {

    @Nullable
    ClassLoader loader() {
        return method.getDeclaringClass().getClassLoader();
    }
}
