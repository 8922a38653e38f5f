package io.backoff.idempotency.method;

import io.backoff.engine.MethodTransactions;
import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.idempotency.claim.TransactionBoundary;
import io.backoff.idempotency.key.CurrentPrincipal;
import io.backoff.idempotency.key.Fingerprint;
import io.backoff.idempotency.key.KeyResolver;
import io.backoff.idempotency.key.RequestKeyResolver;
import io.backoff.idempotency.result.ResultReplay;
import io.backoff.result.ResultKind;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * An annotated method and the collaborators of its calls. Both are resolved and validated once.
 *
 * @param method the method of the target class
 * @param application name of the application
 * @param operation name of the operation
 * @param keys determines the key of a call
 * @param fingerprint computes the digest of the arguments
 * @param results stores results and replays them
 * @param service claims operations
 * @param position where calls are intercepted
 * @param kind the kind of results
 * @param boundary runs calls in the transaction in which their keys are written; {@code null} if there is no such
 *     transaction
 * @param independent the transactions that the method declares, if they make the method run outside its caller's
 *     transaction; otherwise {@code null}
 * @param principal provides the caller's principal
 * @param requests marks replayed responses; {@code null} unless the method belongs to a controller
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
        ResultKind kind,
        @Nullable TransactionBoundary boundary,
        @Nullable MethodTransactions independent,
        CurrentPrincipal principal,
        @Nullable RequestKeyResolver requests) {

    @Nullable
    ClassLoader loader() {
        return method.getDeclaringClass().getClassLoader();
    }
}
