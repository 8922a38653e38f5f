package io.backoff.aop;

import io.backoff.method.InvalidBackoffException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Resolves and type-checks the {@code fallback} of an annotation, at startup. */
final class FallbackResolver {

    private static final String SEPARATOR = "::";

    private final BeanFactory beans;

    FallbackResolver(BeanFactory beans) {
        this.beans = beans;
    }

    FallbackMethod resolve(String text, Method guarded, Class<?> targetClass) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            return new FallbackMethod(candidates(text, text, targetClass, guarded, targetClass), null);
        }
        String bean = text.substring(0, separator).trim();
        Class<?> type = beans.containsBean(bean) ? beans.getType(bean) : null;
        if (type == null) {
            throw new InvalidBackoffException(
                    guarded,
                    "fallback '" + text + "' names the bean '" + bean + "', which does not exist",
                    "Name an existing bean, as in 'bean::method', or a method of the same class.");
        }
        String method = text.substring(separator + SEPARATOR.length()).trim();
        List<Method> candidates = candidates(text, method, ClassUtils.getUserClass(type), guarded, targetClass);
        return new FallbackMethod(candidates, () -> beans.getBean(bean));
    }

    private static List<Method> candidates(
            String text, String name, Class<?> owner, Method guarded, Class<?> targetClass) {
        List<Method> found = new ArrayList<>();
        Signature wanted = Signature.of(guarded, targetClass);
        for (Method each : ReflectionUtils.getUniqueDeclaredMethods(owner, ReflectionUtils.USER_DECLARED_METHODS)) {
            boolean itself = each.equals(guarded) && !text.contains(SEPARATOR);
            // A private method of another bean cannot be called through its proxy.
            boolean reachable = !text.contains(SEPARATOR) || !Modifier.isPrivate(each.getModifiers());
            boolean named = each.getName().equals(name) && !itself && reachable && hasTarget(text, guarded, each);
            if (named && wanted.isServedBy(Signature.of(each, owner))) {
                found.add(each);
            }
        }
        if (found.isEmpty()) {
            throw FallbackNotFound.of(text, name, owner, guarded, wanted.describe(name));
        }
        found.sort(Comparator.comparingInt((Method each) -> -each.getParameterCount())
                .thenComparingInt(each -> -failureDepth(each))
                .thenComparing(Method::toString));
        return found;
    }

    // A static method has no object to call a method of the same class on.
    private static boolean hasTarget(String text, Method guarded, Method fallback) {
        return text.contains(SEPARATOR)
                || !Modifier.isStatic(guarded.getModifiers())
                || Modifier.isStatic(fallback.getModifiers());
    }

    // Counts the classes up to Object: the most specific failure is the deepest, and is tried first.
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
     * Parameters and return type of a method, with the type variables of its class resolved.
     *
     * @param parameters parameter types, without the continuation of a suspend function
     * @param returned return type
     * @param suspending whether it is a suspend function
     */
    private record Signature(List<Class<?>> parameters, Class<?> returned, boolean suspending) {

        static Signature of(Method method, Class<?> owner) {
            boolean suspending = KotlinDetector.isSuspendingFunction(method);
            int count = method.getParameterCount() - (suspending ? 1 : 0);
            List<Class<?>> parameters = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                parameters.add(
                        ResolvableType.forMethodParameter(method, i, owner).resolve(method.getParameterTypes()[i]));
            }
            ResolvableType type = suspending
                    ? ResolvableType.forMethodParameter(method, count, owner).getGeneric()
                    : ResolvableType.forMethodReturnType(method, owner);
            return new Signature(parameters, type.resolve(method.getReturnType()), suspending);
        }

        boolean isServedBy(Signature other) {
            int common = parameters.size();
            int extra = other.parameters.size() - common;
            boolean fits = extra == 0 || extra == 1 && Throwable.class.isAssignableFrom(other.parameters.get(common));
            for (int i = 0; fits && i < common; i++) {
                fits = ClassUtils.isAssignable(other.parameters.get(i), parameters.get(i));
            }
            return fits
                    && suspending == other.suspending
                    && (returned == void.class || ClassUtils.isAssignable(returned, other.returned));
        }

        String describe(String name) {
            List<String> types =
                    parameters.stream().map(ClassUtils::getShortName).toList();
            return (suspending ? "suspend " : "") + ClassUtils.getShortName(returned) + " " + name + "("
                    + String.join(", ", types) + ")";
        }
    }
}
