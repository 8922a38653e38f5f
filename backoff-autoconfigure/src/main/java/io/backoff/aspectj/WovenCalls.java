package io.backoff.aspectj;

import io.backoff.aop.BackoffInvoker;
import io.backoff.aop.GuardedCall;
import io.backoff.aop.GuardedMethod;
import io.backoff.engine.MethodTransactions;
import io.backoff.method.LazyBean;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;

/** Guards the calls of woven code on behalf of one application context. */
final class WovenCalls {

    private final LazyBean<BackoffInvoker> invoker;
    private final Map<MethodClassKey, Boolean> fromOverride = new ConcurrentHashMap<>();

    /**
     * Creates a guard.
     *
     * @param invoker supplies the invoker on the first call, which may occur while the context starts
     */
    WovenCalls(Supplier<BackoffInvoker> invoker) {
        this.invoker = new LazyBean<>(invoker);
    }

    @Nullable
    Object make(ProceedingJoinPoint call) throws Throwable {
        Method method = ((MethodSignature) call.getSignature()).getMethod();
        Object target = call.getThis();
        Class<?> targetClass = target == null ? method.getDeclaringClass() : ClassUtils.getUserClass(target);
        if (method.isSynthetic() || isOfProxy(method) || isFromOverride(method, targetClass)) {
            return call.proceed();
        }
        WovenMethods.checkRetryable(method);
        GuardedMethod guarded = invoker.get().find(method, targetClass);
        return guarded == null
                ? call.proceed()
                : guarded.call(new WovenCall(guarded, target, call, Continuation.of(call)));
    }

    // Agents also weave generated proxy classes. Calls to their methods are not guarded here, because the class behind
    // the proxy is woven too.
    private static boolean isOfProxy(Method method) {
        Class<?> type = method.getDeclaringClass();
        return Proxy.isProxyClass(type) || ClassUtils.getUserClass(type) != type;
    }

    /**
     * Whether the class overrides the method and the override is woven. In that case, the override has called the
     * method, so an attempt is already in progress.
     */
    private boolean isFromOverride(Method method, Class<?> targetClass) {
        return method.getDeclaringClass() != targetClass
                && fromOverride.computeIfAbsent(
                        new MethodClassKey(method, targetClass), key -> hasWovenOverride(method, targetClass));
    }

    private static boolean hasWovenOverride(Method method, Class<?> targetClass) {
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        return !specific.equals(method) && WovenMethods.isWoven(specific);
    }

    private record WovenCall(
            GuardedMethod guarded, @Nullable Object target, ProceedingJoinPoint call, Continuation continuation)
            implements GuardedCall {

        @Override
        public @Nullable Object invoke() throws Throwable {
            return continuation.proceed();
        }

        /**
         * Transactions begun by proxies enclose all woven code; transactions begun by woven code are inside woven
         * retries.
         */
        @Override
        public boolean isInside(MethodTransactions transactions) {
            return transactions.areBegunByProxies();
        }

        @Override
        public @Nullable Object[] arguments() {
            return call.getArgs();
        }
    }
}
