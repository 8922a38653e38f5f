package io.backoff.kafka;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.execution.Engine;
import io.backoff.messaging.GovernedListeners;
import io.backoff.messaging.ReplacedBeanClass;
import io.backoff.policy.BackoffPolicies;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.kafka.config.KafkaListenerConfigUtils;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;

/** Governs the retries of Kafka listeners. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(KafkaListenerEndpointRegistry.class)
@EnableConfigurationProperties(KafkaProperties.class)
public final class BackoffKafkaAutoConfiguration {

    /** Static, because it runs before other beans are created. */
    @Bean
    static ReplacedBeanClass<KafkaListenerEndpointRegistry> backoffKafkaEndpointRegistry() {
        return new ReplacedBeanClass<>(
                KafkaListenerConfigUtils.KAFKA_LISTENER_ENDPOINT_REGISTRY_BEAN_NAME,
                KafkaListenerEndpointRegistry.class,
                GovernedEndpointRegistry.class);
    }

    @Bean
    GovernedListeners backoffKafkaGovernedListeners(
            KafkaProperties properties,
            PolicyStore store,
            BackoffPolicies policies,
            ObjectProvider<Engine> engine,
            Environment environment) {
        return GovernedListeners.of(
                "backoff.kafka",
                properties.listener(),
                properties.listeners(),
                store,
                policies,
                engine::getObject,
                environment);
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
