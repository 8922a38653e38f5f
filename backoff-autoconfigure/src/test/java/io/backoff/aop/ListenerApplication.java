package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with a message listener, which logs its warnings. */
final class ListenerApplication {

    static final String WARNING = "so attempts multiply";

    private ListenerApplication() {}

    /** Starts the application and stops it. */
    static void start(Class<?> listener, String... properties) {
        LoggingSystem.get(ListenerApplication.class.getClassLoader())
                .setLogLevel(MessageListenerCheck.class.getName(), LogLevel.WARN);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withPropertyValues("backoff.policies.orders.max-attempts=3", "backoff.policies.once.max-attempts=1")
                .withPropertyValues(properties)
                .withBean(listener)
                .run(running -> assertThat(running).hasNotFailed());
    }
}
