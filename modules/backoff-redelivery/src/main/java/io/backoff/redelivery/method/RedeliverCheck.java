package io.backoff.redelivery.method;

import io.backoff.message.LogMessage;
import io.backoff.redelivery.RedeliveryMessage;
import io.backoff.test.autoconfigure.AnnotationCheck;
import java.util.function.Predicate;

/** Checks in tests that {@link io.backoff.redelivery.Redeliver} has an effect. */
final class RedeliverCheck implements AnnotationCheck {

    private final Predicate<Class<?>> covered =
            AnnotationCheck.covered(new RedeliverAdvisor(AnnotationCheck::unused, 0).getPointcut());

    @Override
    public String annotation() {
        return "Redeliver";
    }

    @Override
    public String carriedOutBy() {
        return "backoffRedeliveryCheck";
    }

    @Override
    public boolean covers(Class<?> type) {
        return covered.test(type);
    }

    @Override
    public LogMessage message() {
        return RedeliveryMessage.NOT_STORED;
    }
}
