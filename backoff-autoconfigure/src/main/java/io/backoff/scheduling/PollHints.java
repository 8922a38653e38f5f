package io.backoff.scheduling;

import io.backoff.aop.AnnotatedMethodHints;
import io.backoff.aop.AnnotatedMethods;
import io.backoff.polling.BackoffPoll;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/** Tells a native image which methods are polled. */
final class PollHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return AnnotatedMethodHints.of(
                bean, AnnotatedMethods.of(BackoffPoll.class), (hints, method, type, annotation) -> {});
    }
}
