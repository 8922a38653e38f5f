package io.backoff.amqp;

import io.backoff.messaging.GovernedListener;
import io.backoff.messaging.GovernedListeners;
import io.backoff.messaging.ListenerName;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.MessageListenerContainer;
import org.springframework.amqp.rabbit.config.BaseRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.config.StatefulRetryOperationsInterceptor;
import org.springframework.amqp.rabbit.config.StatelessRetryOperationsInterceptor;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.MethodRabbitListenerEndpoint;
import org.springframework.amqp.rabbit.listener.RabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpoint;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/** The RabbitMQ listeners whose retries a policy governs. */
final class AmqpListeners {

    private static final String GENERATED = "org.springframework.amqp.rabbit.RabbitListenerEndpointContainer#";

    private final GovernedListeners governed;
    private final Recovery recovery;
    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;

    AmqpListeners(
            GovernedListeners governed,
            Recovery recovery,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        this.governed = governed;
        this.recovery = recovery;
        this.beans = beans;
        this.environment = environment;
    }

    /** Returns a factory that applies policies to its containers, or the given one if no property names a policy. */
    RabbitListenerContainerFactory<?> governed(RabbitListenerContainerFactory<?> factory) {
        return governed.areGoverned() ? endpoint -> create(endpoint, factory) : factory;
    }

    private MessageListenerContainer create(
            @Nullable RabbitListenerEndpoint endpoint, RabbitListenerContainerFactory<?> factory) {
        MessageListenerContainer container = factory.createListenerContainer(endpoint);
        if (endpoint != null) {
            governed.govern(
                    name(endpoint),
                    queues(container),
                    obstacle(container, factory),
                    listener -> govern((AbstractMessageListenerContainer) container, factory, listener));
        }
        return container;
    }

    private void govern(
            AbstractMessageListenerContainer container,
            RabbitListenerContainerFactory<?> factory,
            GovernedListener listener) {
        AcknowledgeMode mode = container.getAcknowledgeMode();
        advise(container, factory, new ListenerRetries(listener.guard(), recovery, mode));
        boolean returns = recovery.check(queues(container), listener.tag(), mode);
        // The check is made only for Spring Boot's factory, because other factories may not use Spring Boot's prefetch
        // property.
        if (!mode.isAutoAck() && new AutoConfiguredBeans(beans).containBean(factory)) {
            Prefetch.of(container, environment).check(listener, returns);
        }
    }

    private static List<String> queues(MessageListenerContainer container) {
        return container instanceof AbstractMessageListenerContainer known ? List.of(known.getQueueNames()) : List.of();
    }

    private @Nullable String obstacle(MessageListenerContainer container, RabbitListenerContainerFactory<?> factory) {
        if (!(container instanceof AbstractMessageListenerContainer known)
                || !(factory instanceof BaseRabbitListenerContainerFactory<?> advised)) {
            return "its container accepts no advice";
        }
        // A retry interceptor of the application is not replaced: its recoverer is not accessible, so messages could be
        // lost.
        if (advice(advised).stream().anyMatch(AmqpListeners::isRetry)
                && !new AutoConfiguredBeans(beans).containBean(factory)) {
            return "the advice chain of its factory, which the application defines, has a retry interceptor. "
                    + "Remove the interceptor, and define its recoverer as a bean of type MessageRecoverer";
        }
        Object listener = known.getMessageListener();
        return listener instanceof org.springframework.amqp.core.MessageListener asynchronous
                        && asynchronous.isAsyncReplies()
                ? "it returns before the message is processed, so its failures are not known"
                : null;
    }

    /**
     * Replaces Spring Boot's retry advice with ours. If the factory has no retry advice, ours comes first, so that all
     * other advice runs again in each attempt.
     */
    private static void advise(
            AbstractMessageListenerContainer container, RabbitListenerContainerFactory<?> factory, Advice retries) {
        List<Advice> chain = new ArrayList<>(advice((BaseRabbitListenerContainerFactory<?>) factory));
        chain.replaceAll(advice -> isRetry(advice) ? retries : advice);
        if (!chain.contains(retries)) {
            chain.add(0, retries);
        }
        container.setAdviceChain(chain.toArray(Advice[]::new));
    }

    private static List<Advice> advice(BaseRabbitListenerContainerFactory<?> factory) {
        Advice[] chain = factory.getAdviceChain();
        return chain == null ? List.of() : List.of(chain);
    }

    private static boolean isRetry(Advice advice) {
        return advice instanceof StatelessRetryOperationsInterceptor
                || advice instanceof StatefulRetryOperationsInterceptor;
    }

    private ListenerName name(RabbitListenerEndpoint endpoint) {
        String id = endpoint.getId() == null ? GENERATED : endpoint.getId();
        return endpoint instanceof MethodRabbitListenerEndpoint method
                ? ListenerName.of(id, GENERATED, method.getBean(), method.getMethod(), beans)
                : ListenerName.of(id, GENERATED, null, null, beans);
    }
}
