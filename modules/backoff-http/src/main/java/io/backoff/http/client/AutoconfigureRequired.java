package io.backoff.http.client;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Fails startup if {@code backoff-autoconfigure} is missing. Without this check, the module would have no effect, or
 * fail with an unclear message.
 */
final class AutoconfigureRequired implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        try {
            BackoffAutoConfiguration.class.getName();
        } catch (NoClassDefFoundError missing) {
            throw new IllegalStateException(
                    "backoff-http needs the dependency 'io.backoff:backoff-autoconfigure', which is not on the class path",
                    missing);
        }
    }
}
