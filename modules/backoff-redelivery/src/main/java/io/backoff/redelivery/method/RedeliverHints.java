package io.backoff.redelivery.method;

import io.backoff.method.AnnotatedMethodHints;
import io.backoff.method.JsonHints;
import io.backoff.redelivery.Redeliver;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/** Registers native-image hints for {@link Redeliver} methods and the JSON types of their arguments. */
final class RedeliverHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return AnnotatedMethodHints.of(
                bean,
                RedeliverAdvisor.ANNOTATED,
                (hints, method, type, annotation) -> JsonHints.arguments(hints, method, type));
    }
}
