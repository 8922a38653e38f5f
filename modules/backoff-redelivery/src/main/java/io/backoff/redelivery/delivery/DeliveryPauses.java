package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.redelivery.RedeliveryMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveredMethod;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Knows for which methods delivery is paused: on all instances, by a row in the database, or on this one, by a disabled
 * policy.
 */
public final class DeliveryPauses {

    /** Task name of the rows. They are in the existing table, and are never due. */
    public static final String TASK = "backoff-redelivery-pause";

    private static final Logger logger = SpringLogger.of(DeliveryPauses.class);

    private static final String ALL = "*";

    private static final String UNKNOWN = "it is not known yet whether delivery is paused";

    /** How long the rows read last are used. They are needed before each attempt. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    /** How long they are used while another thread is reading. */
    private static final Duration TOLERABLE = FRESH.multipliedBy(2);

    private final CallScheduler scheduler;
    private final CallTable table;
    private final TimeSource time;
    private final Map<String, String> reported = new ConcurrentHashMap<>();
    private final AtomicReference<Rows> rows;
    private final Lock reading = new ReentrantLock();
    private boolean failed;

    public DeliveryPauses(CallScheduler scheduler, CallTable table, TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.time = time;
        this.rows = new AtomicReference<>(stale(null));
    }

    /** Returns why calls of the method are not delivered now; {@code null} if they are. Logs changes. */
    public @Nullable String reason(RedeliveredMethod method) {
        String reason = find(method);
        String before = reason == null ? reported.remove(name(method)) : reported.put(name(method), reason);
        if (reason != null && before == null) {
            RedeliveryMessage.PAUSED.with(method.name(), reason).log(logger);
        } else if (reason == null && before != null) {
            RedeliveryMessage.RESUMED.with(method.name()).log(logger);
        }
        return reason;
    }

    /** Whether the last call of {@link #reason} found the method paused. Never reads the database. */
    boolean wasPaused(RedeliveredMethod method) {
        return reported.containsKey(name(method));
    }

    /**
     * Whether a row pauses the method of this key on all instances, or might: true until the rows have been read once.
     */
    boolean isPausedEverywhere(String key) {
        return everywhere(key) != null;
    }

    /** Pauses the methods of these keys; all methods if there is none. */
    void pause(Set<String> keys) {
        (keys.isEmpty() ? Set.of(ALL) : keys).forEach(key -> {
            add(key);
            rows.updateAndGet(known -> stale(known.with(key)));
        });
    }

    /**
     * Resumes the methods of these keys; all methods if there is none.
     *
     * @param others keys that stay paused if all methods are paused
     */
    void resume(Set<String> keys, Set<String> others) {
        Set<String> paused = read();
        Set<String> left = keys.isEmpty() ? resumeAll(paused) : resumeSome(keys, paused, others);
        rows.set(stale(left));
    }

    private Set<String> resumeAll(Set<String> paused) {
        paused.forEach(key -> table.delete(TASK, key));
        return Set.of();
    }

    private Set<String> resumeSome(Set<String> keys, Set<String> paused, Set<String> others) {
        Set<String> left = new TreeSet<>(paused.contains(ALL) ? pauseEachBut(keys, paused, others) : paused);
        keys.forEach(key -> table.delete(TASK, key));
        left.removeAll(keys);
        return left;
    }

    // Replaces the row that pauses all methods.
    private Set<String> pauseEachBut(Set<String> keys, Set<String> paused, Set<String> others) {
        // Before the delete, or an instance that reads the rows in between would deliver these.
        others.stream().filter(each -> !keys.contains(each)).forEach(this::add);
        table.delete(TASK, ALL);
        Set<String> each = new TreeSet<>(paused);
        each.addAll(others);
        each.remove(ALL);
        return each;
    }

    // Beans of one class share a name and a policy; other methods of the same name may have another policy.
    private static String name(RedeliveredMethod method) {
        return method.guard().calls().policy() + '/' + method.name();
    }

    private void add(String key) {
        scheduler.client().scheduleIfNotExists(new TaskInstance<Void>(TASK, key), DeadLetters.END_OF_TIME);
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
        Set<String> keys = keys();
        if (keys == null) {
            return UNKNOWN;
        }
        return keys.contains(ALL) || keys.contains(key)
                ? "delivery was paused through the endpoint backoffredeliveries"
                : null;
    }

    // One thread reads for all that ask meanwhile.
    private @Nullable Set<String> keys() {
        Rows known = rows.get();
        if (isWithin(FRESH, known)) {
            return known.keys;
        }
        if (!reading.tryLock()) {
            if (known.keys != null && isWithin(TOLERABLE, known)) {
                return known.keys;
            }
            reading.lock();
        }
        try {
            Rows latest = rows.get();
            return isWithin(FRESH, latest) ? latest.keys : refresh(latest);
        } finally {
            reading.unlock();
        }
    }

    // Keeps what was read before if the database fails, which cannot deliver calls either.
    private @Nullable Set<String> refresh(Rows known) {
        Set<String> keys = known.keys;
        try {
            keys = read();
            failed = false;
        } catch (RuntimeException failure) {
            if (!failed) {
                RedeliveryMessage.PAUSES_UNREADABLE.with().log(logger, failure);
            }
            failed = true;
        }
        // Another thread may have paused or resumed methods meanwhile: its rows are newer than these.
        return rows.compareAndSet(known, new Rows(keys, time.nanoTime())) ? keys : rows.get().keys;
    }

    // Through db-scheduler, whose statements suit each database that it supports.
    private Set<String> read() {
        Set<String> keys = new TreeSet<>();
        scheduler
                .client()
                .fetchScheduledExecutionsForTask(
                        TASK, Void.class, row -> keys.add(row.getTaskInstance().getId()));
        return keys;
    }

    private boolean isWithin(Duration age, Rows known) {
        return time.nanoTime() - known.readAt < age.toNanos();
    }

    private Rows stale(@Nullable Set<String> keys) {
        return new Rows(keys, time.nanoTime() - FRESH.toNanos());
    }

    /**
     * The rows read last.
     *
     * @param keys paused keys; {@code null} until the rows have been read once
     */
    private record Rows(@Nullable Set<String> keys, long readAt) {

        @Nullable
        Set<String> with(String key) {
            if (keys == null) {
                return null;
            }
            Set<String> more = new TreeSet<>(keys);
            more.add(key);
            return more;
        }
    }
}
