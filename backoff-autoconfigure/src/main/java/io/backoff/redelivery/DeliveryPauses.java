package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Which stored calls wait because delivery is switched off: for all instances, by a row of the database, or on this one,
 * by a policy that is disabled.
 */
final class DeliveryPauses {

    /** The task of the rows. They lie in the table that is there anyway, and are never due. */
    static final String TASK = "backoff-redelivery-pause";

    private static final Log logger = LogFactory.getLog(DeliveryPauses.class);

    private static final String ALL = "*";

    /** How long what was read counts: whoever asks does so before each attempt. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final CallScheduler scheduler;
    private final CallTable table;
    private final TimeSource time;
    private final Map<String, String> reported = new ConcurrentHashMap<>();
    private volatile @Nullable Rows rows;
    private boolean failed;

    DeliveryPauses(CallScheduler scheduler, CallTable table, TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.time = time;
    }

    /** Why calls of the method are not delivered now; {@code null} when they are. Logs when that changes. */
    @Nullable
    String reason(RedeliveredMethod method) {
        String reason = find(method);
        String before = reason == null ? reported.remove(name(method)) : reported.put(name(method), reason);
        if (reason != null && before == null) {
            logger.warn("Stored calls of '" + method.name() + "' wait, and new ones are stored: " + reason + ".");
        } else if (reason == null && before != null) {
            logger.info("Stored calls of '" + method.name() + "' are delivered again.");
        }
        return reason;
    }

    /** Whether they waited when somebody last asked why: for those who must not wait for a database. */
    boolean wasPaused(RedeliveredMethod method) {
        return reported.containsKey(name(method));
    }

    /** Whether a row pauses the method of this key, on all instances. */
    boolean isPausedEverywhere(String key) {
        Set<String> keys = keys();
        return keys.contains(ALL) || keys.contains(key);
    }

    /** Pauses methods; all when there is none. */
    void pause(Set<String> keys) {
        (keys.isEmpty() ? Set.of(ALL) : keys).forEach(this::add);
        rows = null;
    }

    /**
     * Resumes methods; all when there is none.
     *
     * @param others those that stay paused if all are
     */
    void resume(Set<String> keys, Set<String> others) {
        Set<String> paused = read();
        if (keys.isEmpty()) {
            paused.forEach(key -> table.delete(TASK, key));
        } else {
            if (paused.contains(ALL)) {
                // First, or an instance that looks in between would deliver them.
                others.stream().filter(each -> !keys.contains(each)).forEach(this::add);
                table.delete(TASK, ALL);
            }
            keys.forEach(key -> table.delete(TASK, key));
        }
        rows = null;
    }

    // Beans of one class share it, and with it the policy; those that share a name alone may differ.
    private static String name(RedeliveredMethod method) {
        return method.guard().calls().policy() + '/' + method.name();
    }

    private void add(String key) {
        scheduler.client().scheduleIfNotExists(new TaskInstance<Void>(TASK, key), DeadLetters.END_OF_TIME);
    }

    private @Nullable String find(RedeliveredMethod method) {
        if (isPausedEverywhere(CallId.key(method.name()))) {
            return "delivery was paused through the endpoint backoffredeliveries";
        }
        String policy = method.guard().calls().policy();
        return method.guard().policy().get().enabled()
                ? null
                : "retries are disabled, by 'enabled' of policy '" + policy + "' or by 'backoff.enabled'";
    }

    private Set<String> keys() {
        Rows known = rows;
        return known != null && time.nanoTime() - known.readAt < FRESH.toNanos() ? known.keys : refresh();
    }

    // A database in trouble delivers nothing either. What was paused stays so until it says otherwise.
    private synchronized Set<String> refresh() {
        Rows known = rows;
        Set<String> keys = known == null ? Set.of() : known.keys;
        try {
            keys = read();
            failed = false;
        } catch (RuntimeException failure) {
            if (!failed) {
                logger.warn("It cannot be read which stored calls are paused; those that were still are", failure);
            }
            failed = true;
        }
        rows = new Rows(keys, time.nanoTime());
        return keys;
    }

    private Set<String> read() {
        return new TreeSet<>(table.instances(TASK, DeadLetterFilter.ALL, 0));
    }

    private record Rows(Set<String> keys, long readAt) {}
}
