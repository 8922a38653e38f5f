package io.backoff.autoconfigure;

import io.backoff.Idempotent;
import io.backoff.method.AnnotatedBeans;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.InvalidBackoffException;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Rejects {@link Idempotent} where the module for it is missing: duplicates would be carried out again. */
final class UnguardedIdempotence implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;

    UnguardedIdempotence(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        AnnotatedBeans.visit(beans, AnnotatedMethods.of(Idempotent.class), (bean, type, method, annotation) -> {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "the bean '" + bean
                            + "' would carry out duplicates, because backoff-idempotency is not on the class path",
                    "Add the dependency 'io.backoff:backoff-idempotency'.");
        });
    }
}
