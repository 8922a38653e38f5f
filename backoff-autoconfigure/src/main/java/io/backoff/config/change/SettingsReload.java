package io.backoff.config.change;

import io.backoff.config.source.RestartKeys;
import io.backoff.config.source.SettingsReader;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Applies a changed configuration to policies and budgets at run time. */
public final class SettingsReload {

    private static final Logger logger = SpringLogger.of(SettingsReload.class);

    private static final LogMessage CONFIGURATION_REJECTED =
            LogMessage.warning("The changed retry configuration is rejected, and the previous one stays: %s");

    private final PolicyStore store;
    private final Supplier<Environment> source;
    private final SettingsReader reader;
    private final ReloadCounts counts;
    private final RestartKeys others;
    private @Nullable String lastRejection;

    /**
     * Creates a reload from one source.
     *
     * @param source supplies the current environment; may throw
     * @param others logs changed keys that need a restart
     */
    SettingsReload(
            PolicyStore store,
            Supplier<Environment> source,
            SettingsReader reader,
            ReloadCounts counts,
            RestartKeys others) {
        this.store = store;
        this.source = source;
        this.reader = reader;
        this.counts = counts;
        this.others = others;
    }

    /**
     * Reads the configuration, and applies it if it has changed. A configuration that would fail at startup is rejected
     * as a whole: the current one stays, and a warning with the reason is logged, once per reason. Does not throw.
     *
     * @param cause the cause of the reload
     */
    public synchronized void now(ChangeSource cause) {
        String rejection = apply(cause);
        if (rejection != null && !rejection.equals(lastRejection)) {
            CONFIGURATION_REJECTED.with(rejection).log(logger);
        }
        lastRejection = rejection;
    }

    /** Applies the configuration. Returns the reason for rejecting it; {@code null} if it is valid. */
    private @Nullable String apply(ChangeSource cause) {
        Environment environment = null;
        try {
            environment = source.get();
            apply(environment, cause);
            return null;
        } catch (RuntimeException | LinkageError failure) {
            return reject(failure, environment);
        }
    }

    private String reject(Throwable failure, @Nullable Environment environment) {
        counts.countRejected();
        logger.log(Level.DEBUG, "Rejected configuration", failure);
        return SettingsReader.describe(failure, environment);
    }

    private void apply(Environment environment, ChangeSource cause) {
        if (store.reload(reader.readAgain(environment), cause)) {
            counts.countApplied();
        }
        others.look(environment);
    }
}
