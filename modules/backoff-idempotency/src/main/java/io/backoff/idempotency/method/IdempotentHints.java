package io.backoff.idempotency.method;

import io.backoff.Idempotent;
import io.backoff.method.AnnotatedMethodHints;
import io.backoff.method.ExpressionHints;
import io.backoff.method.JsonHints;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Registers native-image hints for idempotent methods: the members that key expressions read, and the types that are
 * stored and compared as JSON.
 */
final class IdempotentHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return AnnotatedMethodHints.of(bean, IdempotentInvoker.ANNOTATED, IdempotentHints::register);
    }

    private static void register(ReflectionHints hints, Method method, Class<?> type, Idempotent annotation) {
        JsonHints.arguments(hints, method, type);
        JsonHints.result(hints, method, type);
        new ExpressionHints(List.of(annotation.key())).register(hints, method, type);
    }
}
