package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with a listener of messages, which logs what it warns of. */
final class ListenerApplication {

    static final String WARNING = "so attempts multiply";

    private ListenerApplication() {}

    /** Starts, and ends again. */
    static void start(Class<?> listener, String... properties) {
        LoggingSystem.get(ListenerApplication.class.getClassLoader())
                .setLogLevel(ListenerMethods.class.getName(), LogLevel.WARN);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withPropertyValues("backoff.policies.orders.max-attempts=3", "backoff.policies.once.max-attempts=1")
                .withPropertyValues(properties)
                .withBean(listener)
                .run(running -> assertThat(running).hasNotFailed());
    }
}
