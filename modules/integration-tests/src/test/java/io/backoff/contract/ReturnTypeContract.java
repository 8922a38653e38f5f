package io.backoff.contract;

import java.lang.reflect.InvocationTargetException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.util.StringUtils;

/**
 * The contract of calls of methods in Java, whatever type they return. The bean has a method for each policy, named as
 * in {@code onDefault}, and {@code withFallback}.
 *
 * @param <T> the methods' return type
 */
abstract class ReturnTypeContract<T> extends CallContract {

    private static final String SERVICE = "service";

    /** The bean with the guarded methods. */
    abstract Object service();

    /** Waits for the result of the returned object. */
    abstract String await(T returned) throws Throwable;

    @Override
    @SuppressWarnings("unchecked")
    protected ApplicationContextRunner withService(ApplicationContextRunner runner) {
        return runner.withBean(SERVICE, (Class<Object>) service().getClass(), this::service);
    }

    @Override
    protected String call(ApplicationContext context, String policy) throws Throwable {
        return invoke(context, "on" + StringUtils.capitalize(policy));
    }

    @Override
    protected String callWithFallback(ApplicationContext context) throws Throwable {
        return invoke(context, "withFallback");
    }

    @SuppressWarnings("unchecked")
    private String invoke(ApplicationContext context, String method) throws Throwable {
        Object service = context.getBean(SERVICE);
        try {
            return await((T) service.getClass().getMethod(method).invoke(service));
        } catch (InvocationTargetException wrapper) {
            throw wrapper.getCause();
        }
    }
}
