package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.function.Supplier;

/** Protects calls from failures of a metrics library. */
@Internal
public final class SafeMeters {

    private static final Logger logger = System.getLogger(SafeMeters.class.getName());

    private static final LogMessage NOT_REGISTERED =
            LogMessage.warning("No metrics for %s, because the meters could not be registered");
    private static final LogMessage FAILED = LogMessage.debug("A meter failed");

    private SafeMeters() {}

    /**
     * Records a measurement. A failure is logged at debug level, since it may occur with every call.
     *
     * @param recording the measurement
     */
    public static void record(Runnable recording) {
        try {
            recording.run();
        } catch (Throwable failure) {
            ignore(failure);
        }
    }

    /**
     * Logs the failure of a measurement at debug level.
     *
     * @param failure the failure
     */
    public static void ignore(Throwable failure) {
        FAILED.with().log(logger, failure);
    }

    /**
     * Registers meters. A failure is logged as a warning.
     *
     * @param subject the subject of the meters, for the log
     * @param registration registers the meters
     */
    public static void register(String subject, Runnable registration) {
        try {
            registration.run();
        } catch (RuntimeException | LinkageError failure) {
            warn(subject, failure);
        }
    }

    /**
     * Creates meters. A failure is logged as a warning.
     *
     * @param <T> the type of the result
     * @param subject the subject of the meters, for the log
     * @param creation creates the meters
     * @param none replacement for meters that cannot be created
     * @return the meters, or {@code none} after a failure
     */
    public static <T> T create(String subject, Supplier<? extends T> creation, T none) {
        try {
            return creation.get();
        } catch (RuntimeException | LinkageError failure) {
            warn(subject, failure);
            return none;
        }
    }

    private static void warn(String subject, Throwable failure) {
        NOT_REGISTERED.with(subject).log(logger, failure);
    }
}
