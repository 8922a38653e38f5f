package io.backoff.polling;

import io.backoff.method.AnnotatedMethodHints;
import io.backoff.method.AnnotatedMethods;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/** Registers native-image hints for polled methods. */
final class PollHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return AnnotatedMethodHints.of(
                bean, AnnotatedMethods.of(BackoffPoll.class), (hints, method, type, annotation) -> {});
    }
}
