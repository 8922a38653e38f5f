package io.backoff.config.change;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.source.ConfigurationFiles;
import io.backoff.config.source.RestartKeys;
import io.backoff.config.source.SettingsReader;
import io.backoff.engine.TimeSource;
import io.backoff.engine.time.Repeater;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;

/** Applies a changed configuration to policies and budgets at run time, on request and at intervals. */
public final class SettingsReload implements SmartInitializingSingleton, DisposableBean {

    private static final Logger logger = SpringLogger.of(SettingsReload.class);

    private static final LogMessage CONFIGURATION_REJECTED =
            LogMessage.warning("The changed retry configuration is rejected, and the previous one stays: %s");

    private static final LogMessage RELOADED_OFTEN = LogMessage.warning(
            "Configuration files are read again every %s ms. If you meant seconds, write '%s' with a unit, as in 10s");

    private static final String INTERVAL = "backoff.reload.interval";
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final PolicyStore store;
    private final Supplier<Environment> source;
    private final RestartKeys others;
    private final Duration interval;
    private final Duration longestWait;
    private final Repeater repeater;
    private final ReentrantLock lock = new ReentrantLock();
    private final LongAdder applied = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private @Nullable String lastRejection;
    // Whether files are being read, which may take minutes on a network file system.
    private volatile boolean reading;
    // The cause of the last reload; null unless that reload was rejected, or is being checked.
    private volatile @Nullable ChangeSource rejectedCause;

    /**
     * Creates a reload from one source, without starting its timer.
     *
     * @param source supplies the current environment; may throw
     * @param others logs changed keys that need a restart
     * @param interval time between two reloads; 0 for reloads on request only
     */
    SettingsReload(
            PolicyStore store, Supplier<Environment> source, RestartKeys others, TimeSource time, Duration interval) {
        this(store, source, others, time, interval, LONGEST_WAIT);
    }

    /**
     * Creates a reload from one source, without starting its timer.
     *
     * @param longestWait how long {@link #destroy} waits
     */
    SettingsReload(
            PolicyStore store,
            Supplier<Environment> source,
            RestartKeys others,
            TimeSource time,
            Duration interval,
            Duration longestWait) {
        this.store = store;
        this.source = source;
        this.others = others;
        this.interval = interval;
        this.longestWait = longestWait;
        // Reading files may take minutes, so it needs a thread of the clock. A reload may wait until one is free.
        this.repeater = Repeater.every(interval, () -> now(ChangeSource.RELOAD), Repeater.Schedule.inBackground(time));
    }

    /**
     * Creates a reload for an application. If {@code backoff.reload.interval} is set, every reload, whatever its cause,
     * reads the files again, because the environment keeps the values from startup.
     *
     * @throws InvalidPropertyException if the interval is negative
     */
    public static SettingsReload of(
            PolicyStore store, TimeSource time, Duration interval, ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (interval.isNegative()) {
            throw InvalidPropertyException.of(environment, INTERVAL, interval, "it is negative", "Use 0 for never.");
        }
        if (!interval.isZero() && interval.compareTo(SHORTEST) < 0) {
            RELOADED_OFTEN.with(interval.toMillis(), INTERVAL).log(logger);
        }
        Supplier<Environment> source = interval.isZero()
                ? () -> environment
                : new ConfigurationFiles(environment, new DefaultResourceLoader(context.getClassLoader()));
        return new SettingsReload(store, source, new RestartKeys(environment), time, interval);
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!interval.isZero()) {
            repeater.start(interval);
        }
    }

    /**
     * Prevents later reloads, and waits for one in progress, but at most ten seconds. A later reload would warn about
     * files that disappear during shutdown.
     */
    @Override
    public void destroy() {
        repeater.close();
        try {
            if (lock.tryLock(longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
                lock.unlock();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The number of applied changes. */
    public long applied() {
        return applied.sum();
    }

    /** The number of rejected reloads. An invalid configuration is counted again on each reload. */
    public long rejected() {
        return rejected.sum();
    }

    /**
     * Reads the configuration, and applies it if it has changed. A configuration whose policies or budgets would fail
     * at startup is rejected as a whole. The current configuration then stays in force, and a warning with the reason
     * is logged, once per reason. Does nothing after {@link #destroy}. Does not throw.
     *
     * @param cause the cause of the reload
     */
    public void now(ChangeSource cause) {
        lock.lock();
        try {
            if (!repeater.isClosed()) {
                readAndApply(cause);
            }
        } finally {
            lock.unlock();
        }
    }

    private void readAndApply(ChangeSource cause) {
        Environment environment = null;
        try {
            environment = read(cause);
            // The application may have stopped in the meantime, because destroy does not wait for a file that hangs.
            if (repeater.isClosed()) {
                return;
            }
            if (store.reload(environment, cause)) {
                applied.increment();
            }
            others.look(environment);
            lastRejection = null;
            rejectedCause = null;
        } catch (RuntimeException | LinkageError failure) {
            if (repeater.isClosed()) {
                return;
            }
            rejected.increment();
            logger.log(Level.DEBUG, "Rejected configuration", withoutMessages(failure));
            String rejection = SettingsReader.describe(failure, environment);
            if (!rejection.equals(lastRejection)) {
                CONFIGURATION_REJECTED.with(rejection).log(logger);
            }
            lastRejection = rejection;
        }
    }

    private Environment read(ChangeSource cause) {
        reading = true;
        try {
            return source.get();
        } finally {
            // In this order, so that a change from now on finds the cause and repeats the reload if it is rejected.
            rejectedCause = cause;
            reading = false;
        }
    }

    /**
     * Repeats the last reload if it was rejected. Called after each change at run time: if an earlier change
     * was the reason for the rejection, the new change may have removed it. Does not wait while another thread reads
     * files: that reload will be checked against the new change anyway. Does not throw.
     */
    public void again() {
        if (reading || rejectedCause == null) {
            return;
        }
        lock.lock();
        try {
            ChangeSource cause = rejectedCause;
            if (cause != null) {
                now(cause);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Copies a failure and its causes without their messages, because the messages may quote the configuration. */
    private static Throwable withoutMessages(Throwable failure) {
        Throwable cause = failure.getCause();
        var stack = new Throwable(failure.getClass().getName(), cause == null ? null : withoutMessages(cause));
        stack.setStackTrace(failure.getStackTrace());
        return stack;
    }
}
