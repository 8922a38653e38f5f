package io.backoff.redelivery.method;

import io.backoff.method.AnnotatedBeans;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.InvalidBackoffException;
import io.backoff.redelivery.Redeliver;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Rejects {@link Redeliver} where libraries for it are missing: calls would be made immediately, and lost if they fail.
 */
public final class RedeliveryCheck implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final boolean available;

    /**
     * Creates a check of the beans of a factory.
     *
     * @param available whether all libraries are present
     */
    public RedeliveryCheck(ConfigurableListableBeanFactory beans, boolean available) {
        this.beans = beans;
        this.available = available;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (available) {
            return;
        }
        AnnotatedBeans.visit(beans, AnnotatedMethods.of(Redeliver.class), (bean, type, method, annotation) -> {
            throw new InvalidBackoffException(
                    Redeliver.class,
                    method,
                    "calls cannot be stored without db-scheduler, Spring's JDBC and Jackson",
                    "Add com.github.kagkarlsson:db-scheduler-spring-boot-4-starter, spring-boot-starter-jdbc and "
                            + "spring-boot-starter-jackson to the dependencies.");
        });
    }
}
