package io.backoff.aop;

import io.backoff.method.InvalidBackoffException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Resolves and type-checks the {@code fallback} of an annotation at startup. */
final class FallbackResolver {

    private static final String SEPARATOR = "::";

    private static final Comparator<Method> MOST_SPECIFIC_FIRST = Comparator.comparingInt(
                    (Method method) -> -method.getParameterCount())
            .thenComparingInt(method -> -failureDepth(method))
            .thenComparing(Method::toString);

    private final BeanFactory beans;

    FallbackResolver(BeanFactory beans) {
        this.beans = beans;
    }

    FallbackMethod resolve(String text, Method guarded, Class<?> targetClass) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            return resolve(text, text, targetClass, guarded, targetClass, null);
        }
        String bean = text.substring(0, separator).trim();
        String method = text.substring(separator + SEPARATOR.length()).trim();
        return resolve(text, method, typeOf(bean, text, guarded), guarded, targetClass, () -> beans.getBean(bean));
    }

    private Class<?> typeOf(String bean, String text, Method guarded) {
        Class<?> type = beans.containsBean(bean) ? beans.getType(bean) : null;
        if (type == null) {
            throw new InvalidBackoffException(
                    guarded,
                    "fallback '" + text + "' names the bean '" + bean + "', which does not exist",
                    "Name an existing bean, as in 'bean::method', or a method of the same class.");
        }
        return ClassUtils.getUserClass(type);
    }

    private static FallbackMethod resolve(
            String text,
            String name,
            Class<?> owner,
            Method guarded,
            Class<?> targetClass,
            @Nullable Supplier<Object> bean) {
        Signature wanted = Signature.of(guarded, targetClass);
        List<Method> candidates = named(name, owner)
                .filter(method -> isCallable(text, guarded, method))
                .filter(method -> wanted.isServedBy(Signature.of(method, owner)))
                .sorted(MOST_SPECIFIC_FIRST)
                .toList();
        if (candidates.isEmpty()) {
            throw FallbackNotFound.of(text, name, owner, guarded, wanted.describe(name));
        }
        List<Method> misfits = named(name, owner)
                .filter(method -> !method.equals(guarded) && !candidates.contains(method))
                .filter(method -> isMeant(method, bean == null && method.getDeclaringClass() == owner))
                .toList();
        return new FallbackMethod(candidates, misfits, bean);
    }

    // Another bean or a superclass may have an unrelated method with the name of the fallback. There, only a method
    // with a parameter for the failure is considered a fallback.
    private static boolean isMeant(Method method, boolean sameClass) {
        int last = FallbackMethod.failureIndex(method);
        return !BackoffAnnotations.isOnMethod(method)
                && (sameClass || last >= 0 && Throwable.class.isAssignableFrom(method.getParameterTypes()[last]));
    }

    private static Stream<Method> named(String name, Class<?> owner) {
        return Stream.of(ReflectionUtils.getUniqueDeclaredMethods(owner, ReflectionUtils.USER_DECLARED_METHODS))
                .filter(method -> method.getName().equals(name));
    }

    private static boolean isCallable(String text, Method guarded, Method fallback) {
        // A private method of another bean cannot be called through its proxy.
        return text.contains(SEPARATOR)
                ? !Modifier.isPrivate(fallback.getModifiers())
                : !fallback.equals(guarded) && hasTarget(guarded, fallback);
    }

    // A static method has no target object, so its fallback must be static too.
    private static boolean hasTarget(Method guarded, Method fallback) {
        return !Modifier.isStatic(guarded.getModifiers()) || Modifier.isStatic(fallback.getModifiers());
    }

    // The depth in the exception hierarchy: overloads for deeper, more specific failures are tried first.
    private static int failureDepth(Method method) {
        int depth = 0;
        int last = FallbackMethod.failureIndex(method);
        Class<?> type = last < 0 ? null : method.getParameterTypes()[last];
        for (; type != null; type = type.getSuperclass()) {
            depth++;
        }
        return depth;
    }

    /**
     * The parameter types and the return type of a method, with the type variables of its class resolved.
     *
     * @param parameters parameter types, without the continuation of a suspend function
     * @param returned return type
     * @param suspending whether it is a suspend function
     */
    private record Signature(List<Class<?>> parameters, Class<?> returned, boolean suspending) {

        static Signature of(Method method, Class<?> owner) {
            boolean suspending = KotlinDetector.isSuspendingFunction(method);
            int count = method.getParameterCount() - (suspending ? 1 : 0);
            ResolvableType type = suspending
                    ? ResolvableType.forMethodParameter(method, count, owner).getGeneric()
                    : ResolvableType.forMethodReturnType(method, owner);
            return new Signature(parameters(method, count, owner), type.resolve(method.getReturnType()), suspending);
        }

        private static List<Class<?>> parameters(Method method, int count, Class<?> owner) {
            List<Class<?>> parameters = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                parameters.add(
                        ResolvableType.forMethodParameter(method, i, owner).resolve(method.getParameterTypes()[i]));
            }
            return parameters;
        }

        boolean isServedBy(Signature other) {
            return areTakenBy(other.parameters)
                    && suspending == other.suspending
                    && (returned == void.class || ClassUtils.isAssignable(returned, other.returned));
        }

        /** Whether the other types accept this method's arguments; one more type, for the failure, may follow them. */
        private boolean areTakenBy(List<Class<?>> others) {
            int common = parameters.size();
            int extra = others.size() - common;
            boolean fits = extra == 0 || extra == 1 && Throwable.class.isAssignableFrom(others.get(common));
            for (int i = 0; fits && i < common; i++) {
                fits = ClassUtils.isAssignable(others.get(i), parameters.get(i));
            }
            return fits;
        }

        String describe(String name) {
            List<String> types =
                    parameters.stream().map(ClassUtils::getShortName).toList();
            return (suspending ? "suspend " : "") + ClassUtils.getShortName(returned) + " " + name + "("
                    + String.join(", ", types) + ")";
        }
    }
}
