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
 * @param bean name of its bean
 * @param name what stored calls know it by
 * @param guard policy and meters
 * @param method the method of the target class
 * @param types of the parameters
 */
public record RedeliveredMethod(String bean, String name, Guard guard, Method method, List<JavaType> types) {

    // The call that this thread makes out of the database, which must not be stored again.
    private static final ThreadLocal<@Nullable RedeliveredMethod> MAKING = new ThreadLocal<>();

    /** {@code Class.method}, as in the tag of the meters. */
    public String tag() {
        return guard.calls().method();
    }

    /** How long a new call waits for its first attempt. */
    Duration firstDelay(RandomGenerator random) {
        BackoffPolicy policy = guard.policy().get();
        boolean waits = policy.waitFirst() && policy.enabled();
        return waits ? Duration.ofNanos(policy.delay().nanos(1, 0, random)) : Duration.ZERO;
    }

    /** Makes a stored call on the bean: through its proxy, so that all other advice applies. */
    public void invoke(Object bean, @Nullable Object[] arguments) throws Throwable {
        Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
        ReflectionUtils.makeAccessible(invocable);
        MAKING.set(this);
        try {
            invocable.invoke(bean, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getTargetException();
        } finally {
            MAKING.remove();
        }
    }

    /** Whether the current thread is about to make a stored call of this method. */
    public boolean isBeingMade() {
        RedeliveredMethod making = MAKING.get();
        return making != null && making.bean.equals(bean) && making.method.equals(method);
    }

    /**
     * Lets a stored call through to the method. Calls that the method makes in turn are stored, also those of itself;
     * advice further out may let it through again.
     */
    public static @Nullable Object proceed(Proceeding invocation) throws Throwable {
        RedeliveredMethod making = MAKING.get();
        MAKING.remove();
        try {
            return invocation.proceed();
        } finally {
            MAKING.set(making);
        }
    }

    /** An intercepted call. */
    @FunctionalInterface
    public interface Proceeding {

        @Nullable
        Object proceed() throws Throwable;
    }
}
