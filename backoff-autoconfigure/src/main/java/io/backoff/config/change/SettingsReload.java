package io.backoff.config.change;

import io.backoff.config.source.ConfiguredSettings;
import io.backoff.config.source.InvalidConfigurationReport;
import io.backoff.config.source.RestartKeys;
import io.backoff.config.source.ScalarEntries;
import io.backoff.logging.SpringLogger;
import io.backoff.message.SettingMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Lets policies and budgets follow a configuration that has changed while the application runs. */
public final class SettingsReload {

    private static final Logger logger = SpringLogger.of(SettingsReload.class);

    private final PolicyStore store;
    private final Supplier<Environment> source;
    private final ReloadCounts counts;
    private final RestartKeys others;
    private @Nullable String refused;

    /**
     * Follows one source.
     *
     * @param source gives the environment as it is now; may throw
     * @param others know the keys that do not follow
     */
    SettingsReload(PolicyStore store, Supplier<Environment> source, ReloadCounts counts, RestartKeys others) {
        this.store = store;
        this.source = source;
        this.counts = counts;
        this.others = others;
    }

    /**
     * Looks at the configuration, and applies it if it has changed. It is refused as a whole when it could not have been
     * started with: then what was before stays, and a warning says why, once for the same reason. Does not throw.
     *
     * @param cause why it looks
     */
    public synchronized void now(ChangeSource cause) {
        String refusal = follow(cause);
        if (refusal != null && !refusal.equals(refused)) {
            SettingMessage.CONFIGURATION_REJECTED.with(refusal).log(logger);
        }
        refused = refusal;
    }

    /** Why it is refused; {@code null} when it is not. */
    private @Nullable String follow(ChangeSource cause) {
        Environment environment = null;
        try {
            environment = source.get();
            ScalarEntries.check(environment);
            if (store.reload(ConfiguredSettings.of(environment), cause)) {
                counts.countApplied();
            }
            others.look(environment);
            return null;
        } catch (RuntimeException | LinkageError failure) {
            counts.countRefused();
            logger.log(Level.DEBUG, "Rejected configuration", failure);
            return InvalidConfigurationReport.describe(failure, environment);
        }
    }
}
