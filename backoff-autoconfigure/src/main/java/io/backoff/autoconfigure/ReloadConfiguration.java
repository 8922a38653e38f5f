package io.backoff.autoconfigure;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.ResourceLoader;

/** Policies and budgets follow the configuration while the application runs. */
@Configuration(proxyBeanMethods = false)
final class ReloadConfiguration {

    @Bean
    ReloadCounts backoffReloadCounts() {
        return new ReloadCounts();
    }

    /** Where files are read again, they count for whoever asks: the environment holds them as they were at the start. */
    @Bean
    @Lazy
    SettingsReload backoffSettingsReload(
            PolicyStore store,
            ReloadCounts counts,
            BackoffProperties properties,
            ConfigurableEnvironment environment,
            ResourceLoader resources) {
        Supplier<Environment> source = properties.reload().interval().isZero()
                ? () -> environment
                : new ConfigurationFiles(environment, new DefaultResourceLoader(resources.getClassLoader()));
        return new SettingsReload(store, source, counts);
    }

    @Bean
    ReloadTimer backoffReloadTimer(
            ObjectProvider<SettingsReload> reload,
            TimeSource time,
            BackoffProperties properties,
            Environment environment) {
        Duration interval = properties.reload().interval();
        if (interval.isNegative()) {
            throw InvalidPropertyException.of(
                    environment, "backoff.reload.interval", interval, "it is negative", "Use 0 for never.");
        }
        return new ReloadTimer(reload::getObject, time, interval);
    }
}
