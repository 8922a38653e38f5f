package io.backoff.aop;

import io.backoff.engine.MethodTransactions;
import io.backoff.result.ResultKind;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/**
 * A call through a proxy. Each attempt proceeds with a clone of the invocation, because an invocation proceeds only
 * once and inner advice may change its arguments. Aspects store their bound arguments in Spring's current invocation.
 * An attempt of an asynchronous method may run on another thread, so this class exposes the attempt's clone as the
 * current invocation of that thread.
 */
record ProxyCall(GuardedMethod guarded, ProxyMethodInvocation invocation) implements GuardedCall {

    @Override
    @SuppressWarnings("NullAway") // Spring declares the array without nulls, but accepts null arguments.
    public @Nullable Object invoke() throws Throwable {
        ResultKind kind = guarded.kind();
        ProxyMethodInvocation attempt = (ProxyMethodInvocation) invocation.invocableClone();
        @Nullable Object[] arguments = kind.arguments(invocation.getArguments());
        if (arguments != invocation.getArguments()) {
            attempt.setArguments(arguments);
        }
        // A blocking attempt runs within the caller's invocation, which Spring has already exposed.
        return kind.asynchronous() ? ExposeInvocationInterceptor.INSTANCE.invoke(attempt) : attempt.proceed();
    }

    @Override
    public boolean isInside(MethodTransactions transactions) {
        return invocation.getProxy() instanceof Advised proxy
                && Stream.of(proxy.getAdvisors())
                        .takeWhile(advisor -> !(advisor instanceof BackoffAdvisor))
                        .anyMatch(advisor -> transactions.areBegunBy(advisor.getAdvice()));
    }

    @Override
    public Object target() {
        Object target = invocation.getThis();
        return target != null ? target : invocation.getProxy();
    }

    @Override
    public @Nullable Object[] arguments() {
        return invocation.getArguments();
    }
}
