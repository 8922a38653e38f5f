package io.backoff.idempotency.method;

import io.backoff.test.autoconfigure.AnnotationCheck;

/** Checks in tests that {@link io.backoff.Idempotent} has an effect. */
final class IdempotentCheck extends AnnotationCheck {

    IdempotentCheck() {
        super(IdempotentInvoker.ANNOTATED, "backoffIdempotentInvoker");
    }
}
