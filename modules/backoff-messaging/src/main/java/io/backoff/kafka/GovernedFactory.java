package io.backoff.kafka;

import java.util.regex.Pattern;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpoint;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.TopicPartitionOffset;

/** A container factory that applies policies to the containers of endpoints. */
record GovernedFactory(KafkaListenerContainerFactory<?> factory, KafkaListeners listeners)
        implements KafkaListenerContainerFactory<MessageListenerContainer> {

    @Override
    public MessageListenerContainer createListenerContainer(KafkaListenerEndpoint endpoint) {
        MessageListenerContainer container = factory.createListenerContainer(endpoint);
        listeners.govern(container, endpoint, factory);
        return container;
    }

    @Override
    public MessageListenerContainer createContainer(TopicPartitionOffset... topicPartitions) {
        return factory.createContainer(topicPartitions);
    }

    @Override
    public MessageListenerContainer createContainer(String... topics) {
        return factory.createContainer(topics);
    }

    @Override
    public MessageListenerContainer createContainer(Pattern topics) {
        return factory.createContainer(topics);
    }
}
