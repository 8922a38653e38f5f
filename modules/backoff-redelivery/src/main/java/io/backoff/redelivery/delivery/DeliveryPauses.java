package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeliveryPause;
import io.backoff.redelivery.call.RedeliveredMethod;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Determines for which methods delivery is paused: on all instances by a row in the database, or on this instance by
 * a disabled policy.
 */
public final class DeliveryPauses {

    /** Task name of pauses, which are rows of db-scheduler's table that are never due. */
    public static final String TASK = "backoff-redelivery-pause";

    private static final Logger logger = SpringLogger.of(DeliveryPauses.class);

    private static final LogMessage PAUSED =
            LogMessage.warning("Stored calls of '%s' are not delivered, and new ones are still stored: %s.");
    private static final LogMessage RESUMED = LogMessage.info("Stored calls of '%s' are delivered again.");
    private static final LogMessage PAUSES_UNREADABLE = LogMessage.warning(
            "Cannot read which stored calls are paused; the last known state applies, or, if no state is "
                    + "known, all calls are paused");

    private static final String ALL = "*";

    /** Stands for the pause of a row whose data cannot be read. */
    private static final DeliveryPause UNREADABLE = new DeliveryPause("", "", Instant.EPOCH);

    private static final String UNKNOWN = "it is not known yet whether delivery is paused";

    /** How long the pauses that were read from the database are used, so that not every attempt reads them. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    /** How long the pauses are used while another thread is already reading them again. */
    private static final Duration TOLERABLE = FRESH.multipliedBy(2);

    private final CallScheduler scheduler;
    private final CallTable table;
    private final TimeSource time;
    private final Map<String, String> reported = new ConcurrentHashMap<>();
    private final AtomicReference<Rows> rows;
    private final Lock reading = new ReentrantLock();
    private final LogLimit once = LogLimit.once();

    public DeliveryPauses(CallScheduler scheduler, CallTable table, TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.time = time;
        this.rows = new AtomicReference<>(stale(null));
    }

    /** Returns the reason why calls of the method are not delivered now; {@code null} if they are. Logs changes. */
    public @Nullable String reason(RedeliveredMethod method) {
        String reason = find(method);
        String before = reason == null ? reported.remove(name(method)) : reported.put(name(method), reason);
        if (reason != null && before == null) {
            PAUSED.with(method.name(), reason).log(logger);
        } else if (reason == null && before != null) {
            RESUMED.with(method.name()).log(logger);
        }
        return reason;
    }

    /** Whether the method was paused when {@link #reason} was last called for it. Never reads the database. */
    boolean wasPaused(RedeliveredMethod method) {
        return reported.containsKey(name(method));
    }

    /**
     * Whether a row pauses the method of this key on all instances; {@code true} until the rows have been read once.
     */
    boolean isPausedEverywhere(String key) {
        return everywhere(key) != null;
    }

    /**
     * Returns the pause of the method on all instances, according to the rows that were read last; {@code null} if
     * there is no pause, or if it is unknown.
     */
    public @Nullable DeliveryPause pause(RedeliveredMethod method) {
        Map<String, DeliveryPause> known = rows.get().pauses;
        if (known == null) {
            return null;
        }
        DeliveryPause ofAll = known.get(ALL);
        DeliveryPause pause = ofAll == null ? known.get(CallId.key(method.name())) : ofAll;
        return pause == UNREADABLE ? null : pause;
    }

    /**
     * Pauses the methods of these keys; all methods if there are no keys. A pause that already exists keeps its author.
     */
    void pause(Set<String> keys, String by, String source) {
        DeliveryPause pause = new DeliveryPause(by, source, time.instant());
        (keys.isEmpty() ? Set.of(ALL) : keys).forEach(key -> {
            add(key, pause);
            rows.updateAndGet(known -> stale(known.with(key, pause)));
        });
    }

    /**
     * Resumes the methods of these keys; all methods if there are no keys.
     *
     * @param others keys of all known methods; if one row pauses all methods, it is replaced with a row for each of
     *     these methods that is not resumed
     */
    void resume(Set<String> keys, Set<String> others) {
        Map<String, DeliveryPause> paused = read();
        Map<String, DeliveryPause> left = keys.isEmpty() ? resumeAll(paused) : resumeSome(keys, paused, others);
        rows.set(stale(left));
    }

    private Map<String, DeliveryPause> resumeAll(Map<String, DeliveryPause> paused) {
        paused.keySet().forEach(key -> table.delete(TASK, key));
        return Map.of();
    }

    private Map<String, DeliveryPause> resumeSome(
            Set<String> keys, Map<String, DeliveryPause> paused, Set<String> others) {
        DeliveryPause ofAll = paused.get(ALL);
        Map<String, DeliveryPause> left =
                new TreeMap<>(ofAll == null ? paused : pauseEachBut(keys, paused, ofAll, others));
        keys.forEach(key -> table.delete(TASK, key));
        left.keySet().removeAll(keys);
        return left;
    }

    // Replaces the row that pauses all methods with a row for each method that stays paused.
    private Map<String, DeliveryPause> pauseEachBut(
            Set<String> keys, Map<String, DeliveryPause> paused, DeliveryPause ofAll, Set<String> others) {
        // Adds the rows before deleting the old one, so that the methods that stay paused are also paused for an
        // instance that reads in between.
        others.stream().filter(other -> !keys.contains(other)).forEach(other -> add(other, ofAll));
        table.delete(TASK, ALL);
        Map<String, DeliveryPause> pauses = new TreeMap<>(paused);
        others.forEach(other -> pauses.putIfAbsent(other, ofAll));
        pauses.remove(ALL);
        return pauses;
    }

    // Returns the key that the map 'reported' uses for the method. The key contains the policy, because methods with
    // the same name may have different policies. Several beans with the same method share one key.
    private static String name(RedeliveredMethod method) {
        return method.guard().calls().policy() + '/' + method.name();
    }

    private void add(String key, DeliveryPause pause) {
        @Nullable DeliveryPause known = pause == UNREADABLE ? null : pause;
        TaskInstance<DeliveryPause> row = new TaskInstance<>(TASK, key, known);
        table.write(() -> scheduler.client().scheduleIfNotExists(row, CallStore.NEVER));
    }

    private @Nullable String find(RedeliveredMethod method) {
        String everywhere = everywhere(CallId.key(method.name()));
        if (everywhere != null) {
            return everywhere;
        }
        String policy = method.guard().calls().policy();
        return method.guard().policy().get().enabled()
                ? null
                : "retries are disabled, by 'enabled' of policy '" + policy + "' or by 'backoff.enabled'";
    }

    private @Nullable String everywhere(String key) {
        Map<String, DeliveryPause> pauses = pauses();
        if (pauses == null) {
            return UNKNOWN;
        }
        return pauses.containsKey(ALL) || pauses.containsKey(key)
                ? "delivery was paused through the endpoint backoffredeliveries"
                : null;
    }

    // One thread reads for all concurrent callers.
    private @Nullable Map<String, DeliveryPause> pauses() {
        Rows known = rows.get();
        if (isWithin(FRESH, known)) {
            return known.pauses;
        }
        if (!reading.tryLock()) {
            if (known.pauses != null && isWithin(TOLERABLE, known)) {
                return known.pauses;
            }
            reading.lock();
        }
        try {
            Rows latest = rows.get();
            return isWithin(FRESH, latest) ? latest.pauses : refresh(latest);
        } finally {
            reading.unlock();
        }
    }

    // If the database fails, the rows that were read last still apply: no calls can be delivered anyway.
    private @Nullable Map<String, DeliveryPause> refresh(Rows known) {
        Map<String, DeliveryPause> pauses = known.pauses;
        try {
            pauses = read();
            once.reset(this);
        } catch (RuntimeException failure) {
            once.log(this, PAUSES_UNREADABLE.with(), logger, failure);
        }
        // Another thread may have paused or resumed methods meanwhile, and its rows are newer than these.
        return rows.compareAndSet(known, new Rows(pauses, time.nanoTime())) ? pauses : rows.get().pauses;
    }

    // Reads through db-scheduler, because its statements work on every supported database.
    private Map<String, DeliveryPause> read() {
        Map<String, DeliveryPause> pauses = new TreeMap<>();
        scheduler
                .client()
                .fetchScheduledExecutionsForTask(
                        TASK,
                        DeliveryPause.class,
                        row -> pauses.put(row.getTaskInstance().getId(), pauseIn(row)));
        return pauses;
    }

    // A row pauses delivery whatever its content.
    private static DeliveryPause pauseIn(ScheduledExecution<DeliveryPause> row) {
        try {
            return Objects.requireNonNullElse(row.getData(), UNREADABLE);
        } catch (RuntimeException | LinkageError unreadable) {
            return UNREADABLE;
        }
    }

    private boolean isWithin(Duration age, Rows known) {
        return time.nanoTime() - known.readAt < age.toNanos();
    }

    private Rows stale(@Nullable Map<String, DeliveryPause> pauses) {
        return new Rows(pauses, time.nanoTime() - FRESH.toNanos());
    }

    /**
     * The rows that were read last.
     *
     * @param pauses pauses by the key of the method; {@code null} until the rows have been read once
     */
    private record Rows(@Nullable Map<String, DeliveryPause> pauses, long readAt) {

        @Nullable
        Map<String, DeliveryPause> with(String key, DeliveryPause pause) {
            if (pauses == null) {
                return null;
            }
            Map<String, DeliveryPause> more = new TreeMap<>(pauses);
            more.putIfAbsent(key, pause);
            return more;
        }
    }
}
