package io.backoff.config.change;

import io.backoff.config.BackoffProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.source.ConfigurationFiles;
import io.backoff.config.source.RestartKeys;
import io.backoff.config.source.SettingsReader;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;

/** Declares the beans that apply configuration changes to policies and budgets at run time. */
@Configuration(proxyBeanMethods = false)
public final class ReloadConfiguration {

    private static final Logger logger = SpringLogger.of(ReloadConfiguration.class);

    private static final LogMessage RELOADED_OFTEN = LogMessage.warning(
            "Configuration files are read again every %s ms: '%s' without a unit is in milliseconds");

    private static final String INTERVAL = "backoff.reload.interval";
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /**
     * If {@code backoff.reload.interval} is set, every reload, whatever its cause, reads the files again: the
     * environment keeps their values from startup. Not lazy: the environment is recorded before any change.
     */
    @Bean
    SettingsReload backoffSettingsReload(
            PolicyStore store,
            BackoffProperties properties,
            SettingsReader reader,
            TimeSource time,
            ConfigurableApplicationContext context) {
        Environment environment = context.getEnvironment();
        Duration interval = properties.reload().interval();
        check(interval, environment);
        return new SettingsReload(
                store, source(properties, context), reader, new RestartKeys(environment), time, interval);
    }

    private static Supplier<Environment> source(BackoffProperties properties, ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        return properties.reload().interval().isZero()
                ? () -> environment
                : new ConfigurationFiles(environment, new DefaultResourceLoader(context.getClassLoader()));
    }

    private static void check(Duration interval, Environment environment) {
        if (interval.isNegative()) {
            throw InvalidPropertyException.of(environment, INTERVAL, interval, "it is negative", "Use 0 for never.");
        }
        if (!interval.isZero() && interval.compareTo(SHORTEST) < 0) {
            RELOADED_OFTEN.with(interval.toMillis(), INTERVAL).log(logger);
        }
    }
}
