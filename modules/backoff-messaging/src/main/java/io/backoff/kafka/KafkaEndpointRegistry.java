package io.backoff.kafka;

import io.backoff.method.LazyBean;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpoint;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/** A registry of listener containers that applies the configured policy to each container. */
class KafkaEndpointRegistry extends KafkaListenerEndpointRegistry {

    private @Nullable LazyBean<KafkaListeners> listeners;

    @Override
    public void setApplicationContext(ApplicationContext context) {
        super.setApplicationContext(context);
        listeners = new LazyBean<>(() -> context.getBean(KafkaListeners.class));
    }

    // The policy must be applied here: the superclass finds the endpoint's bean before this call, and initializes the
    // container after it.
    @Override
    protected MessageListenerContainer createListenerContainer(
            KafkaListenerEndpoint endpoint, KafkaListenerContainerFactory<?> factory) {
        return super.createListenerContainer(
                endpoint, listeners == null ? factory : listeners.get().governed(factory));
    }
}
