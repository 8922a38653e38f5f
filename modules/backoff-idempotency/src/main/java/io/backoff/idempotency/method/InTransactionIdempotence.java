package io.backoff.idempotency.method;

import io.backoff.idempotency.claim.TransactionBoundary;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * Handles methods whose key is part of the transaction that they run in.
 *
 * @param boundary ensures that there is a transaction
 * @param blocking carries the calls out
 */
record InTransactionIdempotence(TransactionBoundary boundary, BlockingIdempotence blocking)
        implements IdempotentAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return blocking.supports(method, returned);
    }

    @Override
    public ResolvableType resultOf(ResolvableType returned) {
        return blocking.resultOf(returned);
    }

    @Override
    public boolean asynchronous() {
        return false;
    }

    @Override
    public @Nullable Object call(IdempotentCall call) throws Throwable {
        return boundary.call(() -> blocking.call(call));
    }
}
