package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.MethodTable;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * Guards unannotated methods of one type under a policy from the configuration. Annotated methods keep their own
 * policy.
 */
public final class ConfiguredMethods implements MethodInterceptor {

    private final Class<?> type;
    private final Backoff assigned;
    private final MethodTable<Backoff, GuardedMethod> methods;

    ConfiguredMethods(
            Class<?> type,
            Backoff assigned,
            Predicate<Method> covered,
            MethodTable.Builder<Backoff, GuardedMethod> builder) {
        this.type = type;
        this.assigned = assigned;
        this.methods = new MethodTable<>(
                new AnnotatedMethods<>(
                        Backoff.class, any -> true, (method, any) -> isLeft(method, covered) ? null : assigned),
                builder);
    }

    private boolean isLeft(Method method, Predicate<Method> covered) {
        return method.isBridge() || !covered.test(method) || BackoffAnnotations.find(method, type) != null;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        GuardedMethod guarded = methods.find(invocation.getMethod(), type);
        return guarded == null
                ? invocation.proceed()
                : guarded.call(new ProxyCall(guarded, (ProxyMethodInvocation) invocation));
    }

    /** Builds the guarded methods of the type, and rejects methods that cannot be guarded. */
    Stream<GuardedMethod> build() {
        return Stream.of(type.getMethods())
                .map(method -> methods.find(method, type))
                .filter(Objects::nonNull)
                .distinct();
    }

    /** The annotation that is equivalent to the assigned policy. */
    Backoff annotation() {
        return assigned;
    }

    /** The guarded methods built so far. */
    public Collection<GuardedMethod> built() {
        return methods.values();
    }
}
