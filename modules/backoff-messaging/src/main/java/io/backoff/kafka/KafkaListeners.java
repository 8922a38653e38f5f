package io.backoff.kafka;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.messaging.GovernedListener;
import io.backoff.messaging.GovernedListeners;
import io.backoff.messaging.ListenerName;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpoint;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.kafka.support.TopicPartitionOffset;

/** The Kafka listeners whose retries a policy governs. */
final class KafkaListeners {

    private static final Logger logger = SpringLogger.of(KafkaListeners.class);

    private static final LogMessage DROP_WITHOUT_EFFECT = LogMessage.warning(
            "'backoff.kafka.drop' has no effect on the listener '%s': the DefaultErrorHandler of the "
                    + "application decides what becomes of a record that is given up");

    private static final String GENERATED = "org.springframework.kafka.KafkaListenerEndpointContainer#";
    private static final String RETRY_TOPICS = "org.springframework.kafka.retrytopic.";

    private final GovernedListeners governed;
    private final boolean drop;
    private final Supplier<@Nullable ConsumerRecordRecoverer> recoverer;
    private final ListableBeanFactory beans;
    private final CurrentDeliveries current = new CurrentDeliveries();

    KafkaListeners(
            GovernedListeners governed,
            boolean drop,
            Supplier<@Nullable ConsumerRecordRecoverer> recoverer,
            ListableBeanFactory beans) {
        this.governed = governed;
        this.drop = drop;
        this.recoverer = recoverer;
        this.beans = beans;
    }

    /** Returns a factory that applies policies to its containers; the given factory if no property names a policy. */
    KafkaListenerContainerFactory<?> governed(KafkaListenerContainerFactory<?> factory) {
        return governed.areGoverned() ? new GovernedFactory(factory, this) : factory;
    }

    void govern(
            MessageListenerContainer container,
            KafkaListenerEndpoint endpoint,
            KafkaListenerContainerFactory<?> factory) {
        governed.govern(name(endpoint), topics(endpoint), obstacle(container, factory), listener -> {
            Duration longest = govern((AbstractMessageListenerContainer<?, ?>) container, listener);
            PollInterval interval = PollInterval.of(container, factory);
            interval.check(listener, longest);
            if (!(container.getContainerProperties().getMessageListener() instanceof BatchMessageListener)) {
                interval.checkPace(listener);
            }
        });
    }

    // The topics of a pattern are unknown before the subscription.
    private static List<String> topics(KafkaListenerEndpoint endpoint) {
        Collection<String> subscribed = endpoint.getTopics();
        TopicPartitionOffset[] assigned = endpoint.getTopicPartitionsToAssign();
        return Stream.concat(
                        subscribed == null ? Stream.empty() : subscribed.stream(),
                        assigned == null ? Stream.empty() : Stream.of(assigned).map(TopicPartitionOffset::getTopic))
                .distinct()
                .toList();
    }

    private static @Nullable String obstacle(
            MessageListenerContainer container, KafkaListenerContainerFactory<?> factory) {
        // Compares names, because the class is private: see ListenerContainerFactoryConfigurer.
        if (factory.getClass().getName().startsWith(RETRY_TOPICS)) {
            return "@RetryableTopic retries it through separate topics";
        }
        return container instanceof AbstractMessageListenerContainer<?, ?> known
                ? obstacle(known)
                : "its container accepts no advice";
    }

    private static @Nullable String obstacle(AbstractMessageListenerContainer<?, ?> container) {
        ContainerProperties properties = container.getContainerProperties();
        CommonErrorHandler handler = container.getCommonErrorHandler();
        if (properties.getMessageListener() instanceof AsyncRepliesAware listener && listener.isAsyncReplies()) {
            return "it returns before the message is processed, so its failures are not known";
        }
        if (handler == null && properties.getKafkaAwareTransactionManager() != null) {
            return "its container is transactional, and its AfterRollbackProcessor retries";
        }
        return handler == null || handler instanceof DefaultErrorHandler
                ? null
                : "its error handler, " + handler.getClass().getName() + ", is not a DefaultErrorHandler";
    }

    /** Applies the policy. Returns the longest time that a consumer waits before the redelivery of a record. */
    private Duration govern(AbstractMessageListenerContainer<?, ?> container, GovernedListener listener) {
        if (drop && container.getCommonErrorHandler() != null) {
            DROP_WITHOUT_EFFECT.with(listener.tag()).log(logger);
        }
        DefaultErrorHandler handler = handler(container);
        boolean skips = container.getCommonErrorHandler() == null && recoverer.get() == null;
        ReturnedRecords returned = skips && !drop ? new ReturnedRecords(listener) : null;
        if (returned != null) {
            // Without classifications, the handler asks the policy about fatal failures too.
            handler.setClassifications(Map.of(), true);
        }
        handler.setBackOffFunction(current::backOff);
        DeliveryInterceptor deliveries = new DeliveryInterceptor(listener.tag(), listener.guard(), current, returned);
        container.setCommonErrorHandler(new GovernedErrorHandler(handler, deliveries));
        ContainerProperties properties = container.getContainerProperties();
        properties.setAdviceChain(Stream.concat(Stream.of(deliveries), Stream.of(properties.getAdviceChain()))
                .toArray(Advice[]::new));
        properties.setConsumerRebalanceListener(
                new RevokedPartitions(deliveries, properties.getConsumerRebalanceListener()));
        BackoffPolicy policy = listener.currentPolicy();
        // If failed records are skipped, the consumer waits only between attempts. Otherwise, it also waits before it
        // redelivers a record that nothing has recovered, for example because the recoverer has failed. Under a pace,
        // it also waits before it redelivers a record that had no attempt.
        boolean returns = !(skips && drop) || policy.lane().pace().isOn();
        return returns ? ReturnedRecords.delay(policy) : PollInterval.longestDelay(policy);
    }

    private DefaultErrorHandler handler(AbstractMessageListenerContainer<?, ?> container) {
        return container.getCommonErrorHandler() instanceof DefaultErrorHandler known
                ? known
                : newHandler(recoverer.get());
    }

    private static DefaultErrorHandler newHandler(@Nullable ConsumerRecordRecoverer recoverer) {
        return recoverer == null ? new DefaultErrorHandler() : new DefaultErrorHandler(recoverer);
    }

    private ListenerName name(KafkaListenerEndpoint endpoint) {
        String id = Objects.requireNonNullElse(endpoint.getId(), GENERATED);
        return endpoint instanceof MethodKafkaListenerEndpoint<?, ?> method
                ? ListenerName.of(id, GENERATED, method.getBean(), method.getMethod(), beans)
                : ListenerName.of(id, GENERATED, null, null, beans);
    }
}
