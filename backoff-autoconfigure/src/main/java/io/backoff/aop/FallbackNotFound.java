package io.backoff.aop;

import io.backoff.method.InvalidBackoffException;
import io.backoff.text.NameSuggestion;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Creates the error for a fallback that does not exist or has a wrong signature. */
final class FallbackNotFound {

    private FallbackNotFound() {}

    /**
     * Creates the error, with its remedy.
     *
     * @param text the fallback as written in the annotation
     * @param name the method name in that text
     * @param owner the class that should have the method
     * @param wanted the expected signature
     */
    static InvalidBackoffException of(String text, String name, Class<?> owner, Method guarded, String wanted) {
        List<Method> others = others(owner, guarded);
        List<Method> named =
                others.stream().filter(other -> other.getName().equals(name)).toList();

        return new InvalidBackoffException(
                guarded,
                "fallback '" + text + "' does not resolve to a method of " + owner.getName() + " like " + wanted
                        + found(named),
                named.isEmpty() ? guess(name, others) : remedy(named));
    }

    /** Creates the error for an overload that is named like a fallback but fits no guarded method. */
    static InvalidBackoffException misfit(String text, Method misfit, Method guarded) {
        return new InvalidBackoffException(
                guarded,
                "fallback '" + text + "' has an overload that can never be called: the signature of " + describe(misfit)
                        + " fits none of the methods with this fallback",
                "Give the overload the parameters of the annotated method, optionally followed by a Throwable, and a "
                        + "compatible return type. If it is not a fallback, rename it.");
    }

    private static List<Method> others(Class<?> owner, Method guarded) {
        return Stream.of(ReflectionUtils.getUniqueDeclaredMethods(owner, ReflectionUtils.USER_DECLARED_METHODS))
                .filter(method -> !method.equals(guarded) && !method.isSynthetic())
                .toList();
    }

    private static String found(List<Method> named) {
        String found = named.stream().map(FallbackNotFound::describe).sorted().collect(Collectors.joining(", "));
        return found.isEmpty() ? "" : "; found " + found;
    }

    private static String guess(String name, List<Method> others) {
        return NameSuggestion.closest(name, others.stream().map(Method::getName).toList())
                        .map(closest -> "Did you mean '" + closest + "'? ")
                        .orElse("")
                + declare();
    }

    private static String remedy(List<Method> named) {
        boolean first = named.stream()
                .map(Method::getParameterTypes)
                .anyMatch(types -> types.length > 1 && Throwable.class.isAssignableFrom(types[0]));
        return (first ? "Put the Throwable last. " : "") + declare();
    }

    private static String declare() {
        return "Declare a fallback with the parameters of the annotated method, optionally followed by a Throwable, "
                + "and a compatible return type. If the annotated method is static, the fallback must be too.";
    }

    private static String describe(Method method) {
        String types = Arrays.stream(method.getParameterTypes())
                .map(ClassUtils::getShortName)
                .collect(Collectors.joining(", "));
        return (Modifier.isPrivate(method.getModifiers()) ? "private " : "")
                + (Modifier.isStatic(method.getModifiers()) ? "static " : "")
                + ClassUtils.getShortName(method.getReturnType()) + " " + method.getName() + "(" + types + ")";
    }
}
