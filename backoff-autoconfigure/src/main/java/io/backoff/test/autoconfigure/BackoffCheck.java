package io.backoff.test.autoconfigure;

import io.backoff.aop.BackoffAdvisor;
import java.util.function.Predicate;

/** Checks that {@link io.backoff.Backoff} has an effect. */
final class BackoffCheck implements AnnotationCheck {

    private final Predicate<Class<?>> covered =
            AnnotationCheck.covered(new BackoffAdvisor(AnnotationCheck::unused, 0).getPointcut());

    @Override
    public String annotation() {
        return "Backoff";
    }

    @Override
    public String carriedOutBy() {
        return "backoffInvoker";
    }

    @Override
    public boolean covers(Class<?> type) {
        return covered.test(type);
    }
}
