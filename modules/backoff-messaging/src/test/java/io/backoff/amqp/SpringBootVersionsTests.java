package io.backoff.amqp;

import static io.backoff.amqp.AmqpApplication.deadLetter;
import static io.backoff.amqp.AmqpApplication.send;
import static io.backoff.messaging.CountedCalls.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.amqp.AmqpConnectException;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.retry.RetryTemplate;

/** The integration with the class names of each Spring Boot that is supported. Those of 4.2 are stand-ins. */
@ExtendWith(AmqpBroker.Shared.class)
class SpringBootVersionsTests {

    private static final int NO_BROKER = 1;

    @ParameterizedTest
    @EnumSource
    void theTemplateIsGovernedInPlaceOfSpringBootsRetries(SpringBoot version) {
        version.application(NO_BROKER)
                .withPropertyValues("spring.rabbitmq.template.retry.enabled=true")
                .run(context -> {
                    assertThatExceptionOfType(AmqpConnectException.class).isThrownBy(() -> send(context, "order"));
                    assertThat(context.getBean(FakeTime.class).waits())
                            .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
                    assertThat(outcomes(context, "rabbitTemplate")).containsExactly(Map.entry("exhausted", 1));
                });
    }

    @ParameterizedTest
    @EnumSource
    void theTemplateIsGovernedAfterTheCustomizersOfTheApplication(SpringBoot version) {
        version.application(NO_BROKER, version.customizer).run(context -> {
            assertThat(context.getBean(RabbitTemplate.class).getExchange()).isEqualTo("customized");
            assertThatExceptionOfType(AmqpConnectException.class).isThrownBy(() -> send(context, "order"));
            assertThat(context.getBean(FakeTime.class).waits()).hasSize(2);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPostProcessorOfTheApplicationHasTheLastWord(SpringBoot version) {
        version.application(NO_BROKER, OwnRetries.class).run(context -> {
            assertThatExceptionOfType(AmqpConnectException.class).isThrownBy(() -> send(context, "order"));
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aTemplateOfTheApplicationIsLeftAlone(SpringBoot version) {
        version.application(NO_BROKER, ListenerTests.OwnTemplate.class).run(context -> {
            assertThatExceptionOfType(AmqpConnectException.class).isThrownBy(() -> send(context, "order"));
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void listenersAreGovernedInPlaceOfSpringBootsRetries(SpringBoot version) {
        version.application(AmqpBroker.shared().port(), OrderListener.class)
                .withPropertyValues("spring.rabbitmq.listener.direct.retry.enabled=true")
                .run(context -> {
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    assertThat(context.getBean(OrderListener.class).deliveries).hasSize(3);
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("exhausted", 1));
                });
    }

    enum SpringBoot {
        V4_1(Customizer41.class) {
            @Override
            ApplicationContextRunner start(int port, Class<?>... configuration) {
                return AmqpApplication.on(port, configuration);
            }
        },
        V4_2(Customizer42.class) {
            @Override
            ApplicationContextRunner start(int port, Class<?>... configuration) {
                return AmqpApplication.onSpringBoot42(port, configuration);
            }
        };

        private final Class<?> customizer;

        SpringBoot(Class<?> customizer) {
            this.customizer = customizer;
        }

        abstract ApplicationContextRunner start(int port, Class<?>... configuration);

        ApplicationContextRunner application(int port, Class<?>... configuration) {
            return start(port, configuration)
                    .withBean(FakeTime.class)
                    .withPropertyValues("backoff.amqp.template=orders");
        }
    }

    static class Customizer41 {

        @Bean
        org.springframework.boot.amqp.autoconfigure.RabbitTemplateCustomizer customizer() {
            return SpringBootVersionsTests::customize;
        }
    }

    static class Customizer42 {

        @Bean
        org.springframework.boot.rabbitmq.autoconfigure.RabbitTemplateCustomizer customizer() {
            return SpringBootVersionsTests::customize;
        }
    }

    private static void customize(RabbitTemplate template) {
        template.setExchange("customized");
        template.setRetryTemplate(new RetryTemplate());
    }

    static class OwnRetries {

        @Bean
        static BeanPostProcessor ownRetries() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof RabbitTemplate template) {
                        template.setRetryTemplate(null);
                    }
                    return bean;
                }
            };
        }
    }
}
