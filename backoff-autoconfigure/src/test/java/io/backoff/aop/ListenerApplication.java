package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Applications;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** An application with a message listener, which logs its warnings. */
final class ListenerApplication {

    static final String WARNING = "so attempts multiply";

    private ListenerApplication() {}

    /** Starts the application and stops it. */
    static void start(Class<?> listener, String... properties) {
        LoggingSystem.get(ListenerApplication.class.getClassLoader())
                .setLogLevel(ListenerMethods.class.getName(), LogLevel.WARN);
        Applications.backoff()
                .withPropertyValues("backoff.policies.orders.max-attempts=3", "backoff.policies.once.max-attempts=1")
                .withPropertyValues(properties)
                .withBean(listener)
                .run(running -> assertThat(running).hasNotFailed());
    }
}
