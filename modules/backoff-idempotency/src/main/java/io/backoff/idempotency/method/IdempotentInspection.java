package io.backoff.idempotency.method;

import io.backoff.Idempotent;
import io.backoff.method.AnnotatedBeans;
import io.backoff.method.AnnotatedMethodValidator;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.PreRegisteredSingletons;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Validates the annotated methods of all beans at startup instead of on their first calls. Opens the store if there is
 * an annotated method.
 */
public final class IdempotentInspection implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final IdempotentInvoker invoker;
    private final AnnotatedMethodValidator validator;
    private final Map<String, Method> named = new HashMap<>();

    public IdempotentInspection(
            ConfigurableListableBeanFactory beans, IdempotentInvoker invoker, PreRegisteredSingletons preRegistered) {
        this.beans = beans;
        this.invoker = invoker;
        this.validator = new AnnotatedMethodValidator(Idempotent.class, IdempotentAdvisor.class, preRegistered);
    }

    @Override
    public void afterSingletonsInstantiated() {
        AnnotatedBeans.visitAdvised(beans, IdempotentInvoker.ANNOTATED, this::inspect);
    }

    private void inspect(String name, Class<?> type, Method method, Idempotent annotation) {
        validator.validate(name, AnnotatedBeans.singleton(beans, name), type, method);
        IdempotentMethod idempotent = invoker.find(method, ClassUtils.getUserClass(type));
        if (idempotent != null && annotation.value().isBlank()) {
            checkName(idempotent);
        }
    }

    private void checkName(IdempotentMethod method) {
        Method other = named.putIfAbsent(method.operation(), method.method());
        if (other != null && !other.equals(method.method())) {
            throw sharesKeys(method, other);
        }
    }

    private static InvalidBackoffException sharesKeys(IdempotentMethod method, Method other) {
        return new InvalidBackoffException(
                Idempotent.class,
                method.method(),
                "its operation name would be '" + method.operation() + "', the same as that of "
                        + ClassUtils.getQualifiedMethodName(other) + ", so the two methods would share keys",
                "Give one of the two methods an operation name, as in @Idempotent(\"refund\").");
    }
}
