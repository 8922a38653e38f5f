package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.method.AnnotatedMethodHints;
import io.backoff.method.ExpressionHints;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.LazyBean;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.ResolvableType;

/**
 * Registers native-image hints for guarded methods: for their fallbacks, and for the members that their expressions
 * read.
 */
public final class MethodHints {

    private final FallbackResolver fallbacks;
    private final Collection<String> conditions;

    MethodHints(BeanFactory beans, Collection<String> conditions) {
        this.fallbacks = new FallbackResolver(beans);
        this.conditions = conditions;
    }

    /**
     * Returns the hints for one bean.
     *
     * @param conditions supplies the {@code retry-on-result} expressions of all policies
     * @return {@code null} for a bean without guarded methods
     */
    public static @Nullable BeanRegistrationAotContribution of(
            RegisteredBean bean, Supplier<Collection<String>> conditions) {
        Supplier<MethodHints> created = new LazyBean<>(() -> new MethodHints(bean.getBeanFactory(), conditions.get()));
        return AnnotatedMethodHints.of(
                bean,
                BackoffAnnotations.METHODS,
                (hints, method, type, annotation) -> created.get().register(hints, method, type, annotation));
    }

    /**
     * Returns the hints for a client of an HTTP service group, whose methods the configuration may guard at run time.
     *
     * @param conditions supplies the {@code retry-on-result} expressions of all policies
     * @return {@code null} for other beans
     */
    public static @Nullable BeanRegistrationAotContribution ofServiceClient(
            RegisteredBean bean, Supplier<Collection<String>> conditions) {
        Class<?> type = bean.getBeanClass();
        if (!type.isInterface() || !bean.getBeanName().endsWith("#" + type.getName())) {
            return null;
        }
        return (generation, code) -> {
            ReflectionHints hints = generation.getRuntimeHints().reflection();
            ExpressionHints expressions = new ExpressionHints(List.copyOf(conditions.get()));
            for (Method method : type.getMethods()) {
                expressions.register(hints, method, type, ResolvableType.forMethodReturnType(method, type));
            }
        };
    }

    void register(ReflectionHints hints, Method method, Class<?> type, Backoff annotation) {
        for (Method fallback : fallbacks(annotation.fallback(), method, type)) {
            AnnotatedMethodHints.invoked(hints, fallback, fallback.getDeclaringClass());
        }
        List<String> expressions = new ArrayList<>(conditions);
        expressions.add(annotation.retryOnResult());
        expressions.add(annotation.key());
        new ExpressionHints(expressions)
                .register(hints, method, type, ResolvableType.forMethodReturnType(method, type));
    }

    // A fallback that cannot be resolved gets no hints here, because it is rejected when the application starts.
    private List<Method> fallbacks(String text, Method guarded, Class<?> type) {
        try {
            return text.isBlank()
                    ? List.of()
                    : fallbacks.resolve(text, guarded, type).candidates();
        } catch (InvalidBackoffException rejected) {
            return List.of();
        }
    }
}
