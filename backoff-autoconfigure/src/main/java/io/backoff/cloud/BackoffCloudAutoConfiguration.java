package io.backoff.cloud;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.SettingsReload;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.annotation.Bean;

/** Reloads the configuration when Spring Cloud changes the environment. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(EnvironmentChangeEvent.class)
@ConditionalOnBean(SettingsReload.class)
public final class BackoffCloudAutoConfiguration {

    @Bean
    EnvironmentChanges backoffEnvironmentChanges(SettingsReload reload) {
        return new EnvironmentChanges(reload);
    }
}
