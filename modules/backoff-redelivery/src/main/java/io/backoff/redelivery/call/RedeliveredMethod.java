package io.backoff.redelivery.call;

import io.backoff.engine.execution.Guard;
import io.backoff.policy.BackoffPolicy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.JavaType;

/**
 * A method whose calls are stored.
 *
 * @param bean name of the bean
 * @param name name under which calls of the method are stored
 * @param guard policy and meters of the method
 * @param method the method of the target class
 * @param types types of the parameters
 */
public record RedeliveredMethod(String bean, String name, Guard guard, Method method, List<JavaType> types) {

    // The method whose stored call this thread is about to make. That call must not be stored again.
    private static final ThreadLocal<@Nullable RedeliveredMethod> CURRENT = new ThreadLocal<>();

    /** {@code Class.method}, as in the tag of the meters. */
    public String tag() {
        return guard.calls().method();
    }

    /** Returns the delay before the first attempt of a new call. */
    Duration firstDelay(RandomGenerator random) {
        BackoffPolicy policy = guard.policy().get();
        boolean waits = policy.waitFirst() && policy.enabled();
        return waits ? Duration.ofNanos(policy.delay().nanos(1, 0, random)) : Duration.ZERO;
    }

    /** Makes a stored call on the bean, through its proxy, so that all other advice applies. */
    public void invoke(Object bean, @Nullable Object[] arguments) throws Throwable {
        Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
        ReflectionUtils.makeAccessible(invocable);
        CURRENT.set(this);
        try {
            invocable.invoke(bean, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getTargetException();
        } finally {
            CURRENT.remove();
        }
    }

    /** Whether the current thread is about to make a stored call of this method. */
    public boolean isBeingMade() {
        RedeliveredMethod current = CURRENT.get();
        return current != null && current.bean.equals(bean) && current.method.equals(method);
    }

    /**
     * Makes a stored call by proceeding to the method. If the method itself calls a {@code @Redeliver} method, even the
     * same one, that call is stored. Afterwards, {@link #isBeingMade} returns {@code true} again on this thread,
     * because outer advice may proceed several times.
     */
    public static @Nullable Object proceed(Proceeding invocation) throws Throwable {
        RedeliveredMethod current = CURRENT.get();
        CURRENT.remove();
        try {
            return invocation.proceed();
        } finally {
            CURRENT.set(current);
        }
    }

    /** An intercepted call. */
    @FunctionalInterface
    public interface Proceeding {

        @Nullable
        Object proceed() throws Throwable;
    }
}
