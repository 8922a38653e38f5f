package io.backoff.idempotency.method;

import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.idempotency.key.CurrentPrincipal;
import io.backoff.idempotency.key.Fingerprint;
import io.backoff.idempotency.key.KeyResolver;
import io.backoff.idempotency.key.RequestKeyResolver;
import io.backoff.idempotency.result.ResultReplay;
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
 * @param service lets calls through
 * @param position where calls are intercepted
 * @param adapter carries calls out
 * @param principal knows who makes a call
 * @param requests marks answers, when it is a method of a controller
 */
record IdempotentMethod(
        Method method,
        String application,
        String operation,
        KeyResolver keys,
        Fingerprint fingerprint,
        ResultReplay results,
        IdempotencyService service,
        AdvicePosition position,
        IdempotentAdapter adapter,
        CurrentPrincipal principal,
        @Nullable RequestKeyResolver requests) {

    @Nullable
    ClassLoader loader() {
        return method.getDeclaringClass().getClassLoader();
    }
}
