package io.backoff.idempotency.method;

import io.backoff.test.autoconfigure.AnnotationCheck;
import java.util.function.Predicate;

/** Checks in tests that {@link io.backoff.Idempotent} has an effect. */
final class IdempotentCheck implements AnnotationCheck {

    private final Predicate<Class<?>> covered = AnnotationCheck.covered(
            new IdempotentAdvisor(AdvicePosition.AROUND_TRANSACTION, AnnotationCheck::unused, 0).getPointcut());

    @Override
    public String annotation() {
        return "Idempotent";
    }

    @Override
    public String carriedOutBy() {
        return "backoffIdempotentInvoker";
    }

    @Override
    public boolean covers(Class<?> type) {
        return covered.test(type);
    }
}
