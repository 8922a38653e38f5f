package io.backoff.adopt;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * Intercepts the methods that one library retries: their calls around the advice of the library, their attempts inside
 * it.
 */
final class AdoptedCalls {

    private final RetryLibrary library;
    private final Supplier<AdoptedMethods> methods;

    AdoptedCalls(RetryLibrary library, Supplier<AdoptedMethods> methods) {
        this.library = library;
        this.methods = methods;
    }

    /** Surrounds the advice of the library. */
    MethodInterceptor calls() {
        return invocation ->
                invoke(invocation, (method, proxied) -> method.result().call(method, proxied));
    }

    /** Runs inside the advice of the library. */
    MethodInterceptor attempts() {
        return invocation ->
                invoke(invocation, (method, proxied) -> method.result().attempt(method, proxied));
    }

    private @Nullable Object invoke(MethodInvocation invocation, Step step) throws Throwable {
        AdoptedMethod method = find(invocation);
        return method != null && invocation instanceof ProxyMethodInvocation proxied
                ? step.run(method, proxied)
                : invocation.proceed();
    }

    private @Nullable AdoptedMethod find(MethodInvocation invocation) {
        Object target = invocation.getThis();
        Method method = invocation.getMethod();
        return target == null ? null : methods.get().find(library, method, target.getClass());
    }

    @FunctionalInterface
    private interface Step {

        @Nullable
        Object run(AdoptedMethod method, ProxyMethodInvocation invocation) throws Throwable;
    }
}
