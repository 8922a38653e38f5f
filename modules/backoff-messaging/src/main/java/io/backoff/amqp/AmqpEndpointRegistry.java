package io.backoff.amqp;

import io.backoff.method.LazyBean;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.MessageListenerContainer;
import org.springframework.amqp.rabbit.listener.RabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpoint;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.context.ApplicationContext;

/** A registry of listener containers that applies the configured policy to each container. */
class AmqpEndpointRegistry extends RabbitListenerEndpointRegistry {

    private @Nullable LazyBean<AmqpListeners> listeners;

    @Override
    public void setApplicationContext(ApplicationContext context) {
        super.setApplicationContext(context);
        listeners = new LazyBean<>(() -> context.getBean(AmqpListeners.class));
    }

    @Override
    protected MessageListenerContainer createListenerContainer(
            RabbitListenerEndpoint endpoint, RabbitListenerContainerFactory<?> factory) {
        return super.createListenerContainer(
                endpoint, listeners == null ? factory : listeners.get().governed(factory));
    }
}
