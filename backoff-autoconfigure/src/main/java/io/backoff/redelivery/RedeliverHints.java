package io.backoff.redelivery;

import io.backoff.aop.AnnotatedBeans;
import io.backoff.aop.JsonHints;
import io.backoff.aop.MethodHints;
import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotationUtils;

/** Tells a native image which methods are called out of the database, and what of their arguments is kept as JSON. */
final class RedeliverHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = bean.getBeanClass();
        Set<Method> methods = AnnotationUtils.isCandidateClass(type, Redeliver.class)
                ? AnnotatedBeans.methods(type, Redeliver.class).keySet()
                : Set.of();
        if (methods.isEmpty()) {
            return null;
        }
        return (generation, code) -> {
            generation.getRuntimeHints().proxies().registerJdkProxy(Redeliver.class);
            ReflectionHints hints = generation.getRuntimeHints().reflection();
            methods.forEach(each -> {
                MethodHints.invoked(hints, each, type);
                JsonHints.arguments(hints, each, type);
            });
        };
    }
}
