package io.backoff.aspectj;

import io.backoff.method.InvalidBackoffException;
import io.backoff.method.Weaving;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;

/** Recognizes woven methods by the members that weavers add. */
final class WovenMethods implements Weaving {

    // A weaver moves the body of an advised method to a new method whose name contains this text.
    private static final String BODY = "_aroundBody";
    private static final String MEMBER = "ajc$";

    @Override
    public void check(Method method, @Nullable Object bean) {
        checkRetryable(method);
        if (!isWoven(method)) {
            throw notWoven(method);
        }
    }

    private static InvalidBackoffException notWoven(Method method) {
        Class<?> type = method.getDeclaringClass();
        if (type.isInterface() && Modifier.isAbstract(method.getModifiers())) {
            return withoutBody(method);
        }
        return isWoven(type) ? onlyClassWoven(method, type) : classNotWoven(method, type);
    }

    private static InvalidBackoffException withoutBody(Method method) {
        return new InvalidBackoffException(
                method,
                "backoff.advice-mode is 'aspectj', and a method without a body cannot be woven",
                "Annotate the method that implements it, or set backoff.advice-mode to 'proxy'.");
    }

    private static InvalidBackoffException onlyClassWoven(Method method, Class<?> type) {
        return new InvalidBackoffException(
                method,
                "backoff.advice-mode is 'aspectj', but the method is not woven: the annotation is neither on it nor "
                        + "on " + type.getName() + ", the only places where AspectJ looks",
                "Put the annotation on the method itself, or on that class.");
    }

    private static InvalidBackoffException classNotWoven(Method method, Class<?> type) {
        return new InvalidBackoffException(
                method,
                "backoff.advice-mode is 'aspectj', but " + type.getName() + " is not woven",
                "Start Java with -javaagent:aspectjweaver.jar, or weave the class when it is compiled, with "
                        + "backoff-autoconfigure as an aspect library; and put the annotation on the method itself or on "
                        + "its class, because AspectJ does not look at supertypes. Or set backoff.advice-mode to "
                        + "'proxy'.");
    }

    /** Rejects methods that woven code cannot retry although proxies can. */
    static void checkRetryable(Method method) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            throw new InvalidBackoffException(
                    method,
                    "it is a suspend function, which woven code cannot retry",
                    "Set backoff.advice-mode to 'proxy', or move the annotation to a function that does not suspend.");
        }
    }

    static boolean isWoven(Method method) {
        List<Class<?>> parameters = Arrays.asList(method.getParameterTypes());
        int first = Modifier.isStatic(method.getModifiers()) ? 0 : 1;
        int last = first + parameters.size();
        return Stream.of(method.getDeclaringClass().getDeclaredMethods())
                .filter(candidate -> candidate.getName().startsWith(method.getName() + BODY))
                .map(body -> Arrays.asList(body.getParameterTypes()))
                .anyMatch(moved ->
                        moved.size() >= last && moved.subList(first, last).equals(parameters));
    }

    private static boolean isWoven(Class<?> type) {
        return Stream.concat(Stream.of(type.getDeclaredMethods()), Stream.of(type.getDeclaredFields()))
                .anyMatch(member -> member.getName().startsWith(MEMBER));
    }
}
