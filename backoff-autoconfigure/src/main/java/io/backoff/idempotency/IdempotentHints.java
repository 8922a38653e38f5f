package io.backoff.idempotency;

import io.backoff.Idempotent;
import io.backoff.aop.ExpressionHints;
import io.backoff.aop.JsonHints;
import io.backoff.aop.MethodHints;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.ResolvableType;

/** Tells a native image about idempotent methods: what their keys read, and what is kept and compared as JSON. */
final class IdempotentHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = bean.getBeanClass();
        Map<Method, Idempotent> methods =
                IdempotentMethods.isCandidate(type) ? IdempotentMethods.allOf(type) : Map.of();
        if (methods.isEmpty()) {
            return null;
        }
        return (generation, code) -> {
            RuntimeHints hints = generation.getRuntimeHints();
            hints.proxies().registerJdkProxy(Idempotent.class);
            methods.forEach((method, annotation) -> register(hints.reflection(), method, type, annotation.key()));
        };
    }

    private static void register(ReflectionHints hints, Method method, Class<?> type, String key) {
        MethodHints.invoked(hints, method, type);
        JsonHints.arguments(hints, method, type);
        JsonHints.result(hints, method, type);
        List<ResolvableType> values = new ArrayList<>();
        for (int i = 0; i < method.getParameterCount(); i++) {
            values.add(ResolvableType.forMethodParameter(method, i, type));
        }
        values.add(ResolvableType.forClass(type));
        new ExpressionHints(List.of(key)).register(hints, values);
    }
}
