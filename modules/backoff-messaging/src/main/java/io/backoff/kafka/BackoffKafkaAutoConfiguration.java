package io.backoff.kafka;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.messaging.GovernedListeners;
import io.backoff.messaging.MessagingPolicies;
import io.backoff.messaging.ReplacedBeanClass;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.config.KafkaListenerConfigUtils;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;

/** Governs the retries of Kafka listeners. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(KafkaListenerEndpointRegistry.class)
@EnableConfigurationProperties(KafkaProperties.class)
public final class BackoffKafkaAutoConfiguration {

    /** The method is static, because a bean factory post-processor is created before other beans. */
    @Bean
    static ReplacedBeanClass<KafkaListenerEndpointRegistry> backoffKafkaEndpointRegistry() {
        return new ReplacedBeanClass<>(
                KafkaListenerConfigUtils.KAFKA_LISTENER_ENDPOINT_REGISTRY_BEAN_NAME,
                KafkaListenerEndpointRegistry.class,
                KafkaEndpointRegistry.class);
    }

    @Bean
    GovernedListeners backoffKafkaGovernedListeners(KafkaProperties properties, MessagingPolicies policies) {
        return policies.listeners("backoff.kafka", "@KafkaListener", properties.listener(), properties.listeners());
    }

    @Bean
    KafkaListeners backoffKafkaListeners(
            @Qualifier("backoffKafkaGovernedListeners") GovernedListeners listeners,
            KafkaProperties properties,
            ObjectProvider<ConsumerRecordRecoverer> recoverers,
            ListableBeanFactory beans) {
        return new KafkaListeners(listeners, properties.drop(), recoverers::getIfUnique, beans);
    }
}
