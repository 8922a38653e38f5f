package io.backoff.scheduling;

import io.backoff.aop.AnnotatedBeans;
import io.backoff.aop.MethodHints;
import io.backoff.polling.BackoffPoll;
import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotationUtils;

/** Tells a native image which methods are polled. */
final class PollHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = bean.getBeanClass();
        Set<Method> methods = AnnotationUtils.isCandidateClass(type, BackoffPoll.class)
                ? AnnotatedBeans.methods(type, BackoffPoll.class).keySet()
                : Set.of();
        if (methods.isEmpty()) {
            return null;
        }
        return (generation, code) -> {
            RuntimeHints hints = generation.getRuntimeHints();
            hints.proxies().registerJdkProxy(BackoffPoll.class);
            methods.forEach(each -> MethodHints.invoked(hints.reflection(), each, type));
        };
    }
}
