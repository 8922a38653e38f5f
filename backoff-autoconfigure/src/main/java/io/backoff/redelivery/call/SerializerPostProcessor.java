package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Puts our serializer in front of the one that db-scheduler would use, whether the application chose that or not. */
public record SerializerPostProcessor(Supplier<StoredCallCodec> json) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof DbSchedulerCustomizer customizer
                ? new StoredCallSerializerCustomizer(customizer, json.get())
                : bean;
    }
}
