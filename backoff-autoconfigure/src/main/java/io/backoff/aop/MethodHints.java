package io.backoff.aop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Tells a native image about annotated methods, their fallbacks, and what their expressions read. */
public final class MethodHints {

    private final FallbackResolver fallbacks;
    private final Collection<String> conditions;

    /**
     * Hints for the beans of a factory.
     *
     * @param conditions expressions that policies apply to the results of any method
     */
    public MethodHints(BeanFactory beans, Collection<String> conditions) {
        this.fallbacks = new FallbackResolver(beans);
        this.conditions = conditions;
    }

    /** Whether the class can have an annotated method; cheap. */
    public static boolean isCandidate(Class<?> type) {
        return BackoffAnnotations.isCandidate(type);
    }

    /** Registers all annotated methods of a class. */
    public void register(ReflectionHints hints, Class<?> type) {
        BackoffAnnotations.allOf(type).forEach((method, annotation) -> {
            invoked(hints, method, type);
            for (Method each : fallbacks(annotation.fallback(), method, type)) {
                invoked(hints, each, each.getDeclaringClass());
            }
            List<String> expressions = new ArrayList<>(conditions);
            expressions.add(annotation.retryOnResult());
            new ExpressionHints(expressions).register(hints, values(method, type));
        });
    }

    // One that does not exist is left to the start of the application, which refuses it with a report.
    private List<Method> fallbacks(String text, Method guarded, Class<?> type) {
        try {
            return text.isBlank()
                    ? List.of()
                    : fallbacks.resolve(text, guarded, type).candidates();
        } catch (InvalidBackoffException refused) {
            return List.of();
        }
    }

    /**
     * Registers a method that is invoked by reflection, and those of interfaces that it implements: behind a proxy by
     * interface, one of them is invoked.
     */
    public static void invoked(ReflectionHints hints, Method method, Class<?> type) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
        for (Class<?> each : ClassUtils.getAllInterfacesForClassAsSet(type)) {
            Method declared = InterfaceMethods.implementedBy(method, type, each);
            if (declared != null) {
                hints.registerMethod(declared, ExecutableMode.INVOKE);
            }
        }
    }

    /** What an expression can read: the result, the arguments, the object. */
    private static List<ResolvableType> values(Method method, Class<?> type) {
        List<ResolvableType> values = new ArrayList<>();
        values.add(ResolvableType.forClass(type));
        values.add(ResolvableType.forMethodReturnType(method, type));
        for (int i = 0; i < method.getParameterCount(); i++) {
            values.add(ResolvableType.forMethodParameter(method, i, type));
        }
        return values;
    }
}
