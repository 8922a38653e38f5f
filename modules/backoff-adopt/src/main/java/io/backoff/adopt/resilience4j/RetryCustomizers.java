package io.backoff.adopt.resilience4j;

import io.backoff.adopt.AdoptMode;
import io.github.resilience4j.common.CompositeCustomizer;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Extends the bean that customizes Resilience4j's instances, so that Backoff can end governed calls. */
final class RetryCustomizers implements BeanPostProcessor {

    // The name by which the library looks up the bean.
    private static final String NAME = "compositeRetryCustomizer";

    private final AdoptMode mode;

    RetryCustomizers(AdoptMode mode) {
        this.mode = mode;
    }

    @Override
    @SuppressWarnings("unchecked") // The bean of this name has customizers of retries only.
    public Object postProcessAfterInitialization(Object bean, String name) {
        return mode == AdoptMode.GOVERN && name.equals(NAME) && bean instanceof CompositeCustomizer<?> customizers
                ? new EndingIntervals((CompositeCustomizer<RetryConfigCustomizer>) customizers)
                : bean;
    }
}
