package io.backoff.redelivery.method;

import io.backoff.message.LogMessage;
import io.backoff.test.autoconfigure.AnnotationCheck;
import java.util.function.Predicate;

/** Checks in tests that {@link io.backoff.redelivery.Redeliver} has an effect. */
final class RedeliverCheck implements AnnotationCheck {

    private static final LogMessage NOT_STORED = LogMessage.warning(
            "@%s has no effect on %s in this test, whose context is a part of the application without stored "
                    + "calls: each call is made immediately. Test it with the whole application (@SpringBootTest).");

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
        return NOT_STORED;
    }
}
