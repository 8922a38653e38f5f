package io.backoff.adopt;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * Intercepts the methods that one advice of a library retries. The interceptor outside that advice sees calls; the one
 * inside it sees attempts.
 */
final class AdoptedCalls {

    private final RetryLibrary library;
    private final Supplier<AdoptedMethods> methods;
    private final String attribute;

    /**
     * Creates the interceptors for one advice.
     *
     * @param methods supplies the adopted methods on the first call
     * @param number distinguishes the advice from others on the same proxy
     */
    AdoptedCalls(RetryLibrary library, Supplier<AdoptedMethods> methods, int number) {
        this.library = library;
        this.methods = methods;
        this.attribute = AdoptedCall.class.getName() + number;
    }

    /** Returns the interceptor that sees calls: the one outside the library's advice. */
    MethodInterceptor calls() {
        return invocation -> invoke(invocation, AdoptedInvocation::call);
    }

    /** Returns the interceptor that sees attempts: the one inside the library's advice. */
    MethodInterceptor attempts() {
        return invocation -> invoke(invocation, AdoptedInvocation::attempt);
    }

    private @Nullable Object invoke(MethodInvocation invocation, Step step) throws Throwable {
        AdoptedMethod method = find(invocation);
        return method != null && invocation instanceof ProxyMethodInvocation proxied
                ? step.run(new AdoptedInvocation(method, proxied, attribute))
                : invocation.proceed();
    }

    private @Nullable AdoptedMethod find(MethodInvocation invocation) {
        Object target = invocation.getThis();
        Method method = invocation.getMethod();
        // Clients generated from an interface have no target.
        Class<?> type = target == null ? method.getDeclaringClass() : target.getClass();
        try {
            return methods.get().find(library, method, type);
        } catch (RuntimeException unavailable) {
            // During startup and shutdown, Backoff's beans may be missing. The method can be called without them.
            return null;
        }
    }

    @FunctionalInterface
    private interface Step {

        @Nullable
        Object run(AdoptedInvocation invocation) throws Throwable;
    }
}
