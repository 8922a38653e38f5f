package io.backoff.aop;

import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.NativeDetector;

/**
 * A guarded method as proxies call it.
 *
 * @param method what they call
 * @param type the class of the object behind them
 * @param direct the way to the target for calls that may leave Spring out, {@code null} when none may
 * @param directRun guards those
 * @param proxiedRun guards the others, {@code null} if they are not blocking
 */
record ProxiedMethod(
        Method method,
        Class<?> type,
        GuardedMethod guarded,
        @Nullable DirectCall direct,
        @Nullable BoundRun directRun,
        @Nullable BoundRun proxiedRun) {

    /** For calls that are made like this one, again and again. */
    static ProxiedMethod of(Method method, Class<?> type, GuardedMethod guarded) {
        // In a native image, handles are slower than reflection, and no code is generated to look into Spring's chain.
        if (!(guarded.driver() instanceof BlockingDriver) || NativeDetector.inNativeImage()) {
            return once(method, type, guarded);
        }
        DirectCall direct = DirectCall.to(method);
        return new ProxiedMethod(
                method,
                type,
                guarded,
                direct,
                direct == null ? null : new BoundRun(guarded.guard(), new DirectAttempts(guarded, direct)),
                new BoundRun(guarded.guard(), new ProxiedAttempts(guarded)));
    }

    /** For one call. */
    static ProxiedMethod once(Method method, Class<?> type, GuardedMethod guarded) {
        return new ProxiedMethod(method, type, guarded, null, null, null);
    }

    @Nullable
    Object call(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        if (direct != null && directRun != null && target != null && direct.isOpen(invocation)) {
            return directRun.call(target, invocation.getArguments());
        }
        return proxiedRun != null
                ? proxiedRun.call(invocation, invocation.getArguments())
                : guarded.call(new ProxyInvocation((ProxyMethodInvocation) invocation));
    }
}
