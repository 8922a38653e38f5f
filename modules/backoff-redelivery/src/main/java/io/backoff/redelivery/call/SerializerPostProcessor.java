package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Wraps db-scheduler's serializer (the default one or the application's) in one that supports stored calls. */
public record SerializerPostProcessor(Supplier<StoredCallCodec> json) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof DbSchedulerCustomizer customizer
                ? new StoredCallSerializerCustomizer(customizer, json.get())
                : bean;
    }
}
