package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import io.backoff.engine.TimeSource;
import io.backoff.redelivery.CallTable.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Stored calls that have ended without success. They lie in the same table under a task of their own, due at the end of
 * time, so that nobody polls them.
 */
final class DeadLetters {

    /** The name of their task. */
    static final String TASK = "backoff-dead-letter";

    /** MySQL's timestamps end a few days later. */
    static final Instant END_OF_TIME = Instant.parse("2037-12-31T00:00:00Z");

    /** Rows that are read at a time. */
    private static final int CHUNK = 200;

    private final CallScheduler scheduler;
    private final CallTable table;
    private final CallJson json;
    private final Supplier<TransactionOperations> transactions;
    private final TimeSource time;

    DeadLetters(
            CallScheduler scheduler,
            CallTable table,
            CallJson json,
            Supplier<TransactionOperations> transactions,
            TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.json = json;
        this.transactions = transactions;
        this.time = time;
    }

    Optional<StoredCall> find(String id) {
        return Optional.ofNullable(table.instance(TASK, id)).flatMap(this::data);
    }

    /** How many fit, by the key of their method. */
    Map<String, Long> counts(DeadLetterFilter filter) {
        if (filter.failure() == null) {
            return table.counts(TASK, filter).stream()
                    .collect(Collectors.toMap(CallTable.Count::key, CallTable.Count::calls, Long::sum, TreeMap::new));
        }
        return instances(filter, 0).stream()
                .collect(Collectors.groupingBy(CallId::keyIn, TreeMap::new, Collectors.counting()));
    }

    /** A page of those that fit, the latest first. */
    List<DeadLetter> page(DeadLetterFilter filter, int page, int size) {
        List<String> instances = instances(filter, (page + 1) * size);
        List<String> onPage = instances.subList(Math.min(page * size, instances.size()), instances.size());
        Map<String, StoredCall> calls = calls(onPage);
        List<DeadLetter> letters = new ArrayList<>();
        for (String each : onPage) {
            StoredCall call = calls.get(each);
            if (call != null) {
                letters.add(DeadLetter.of(CallId.idIn(each), call));
            }
        }
        return letters;
    }

    /**
     * The names of the rows that fit, the latest first.
     *
     * @param most of which so many; 0 for all
     */
    List<String> instances(DeadLetterFilter filter, int most) {
        if (filter.failure() == null) {
            return table.instances(TASK, filter, most);
        }
        List<String> fitting = new ArrayList<>();
        List<String> all = table.instances(TASK, filter, 0);
        for (int start = 0; start < all.size() && (most == 0 || fitting.size() < most); start += CHUNK) {
            List<String> chunk = all.subList(start, Math.min(start + CHUNK, all.size()));
            Map<String, StoredCall> calls = calls(chunk);
            for (String each : chunk) {
                StoredCall call = calls.get(each);
                if (call != null && filter.fits(call)) {
                    fitting.add(each);
                }
            }
        }
        return most == 0 || fitting.size() <= most ? fitting : fitting.subList(0, most);
    }

    /** The name of the row of this id; {@code null} if there is none. */
    @Nullable
    String instance(String id) {
        return table.instance(TASK, id);
    }

    /**
     * Has the call made again, from its first attempt.
     *
     * @return whether there was such a row
     */
    boolean redrive(String instance) {
        StoredCall call = data(instance).orElse(null);
        return call != null
                && Boolean.TRUE.equals(transactions.get().execute(status -> {
                    Instant now = time.instant();
                    CallId id = new CallId(CallId.idIn(instance), now, CallId.key(call.method()));
                    scheduler
                            .client()
                            .scheduleIfNotExists(
                                    new TaskInstance<>(CallStore.TASK, id.toString(), call.anew(now)), now);
                    boolean deleted = table.delete(TASK, instance);
                    if (!deleted) {
                        // Somebody else was quicker.
                        status.setRollbackOnly();
                    }
                    return deleted;
                }));
    }

    /** Has the scheduler look for what was made again. */
    void wake() {
        scheduler.wake();
    }

    /**
     * Forgets the call.
     *
     * @return whether there was such a row
     */
    boolean delete(String instance) {
        return table.delete(TASK, instance);
    }

    private Map<String, StoredCall> calls(List<String> instances) {
        Map<String, StoredCall> calls = new HashMap<>();
        for (Row each : table.rows(TASK, instances)) {
            read(each).ifPresent(call -> calls.put(each.instance(), call));
        }
        return calls;
    }

    /** What a row holds, whatever it was written with. */
    private Optional<StoredCall> read(Row row) {
        byte[] data = row.data();
        return data.length > 0 && data[0] == '{' ? Optional.of(json.fromBytes(data)) : data(row.instance());
    }

    private Optional<StoredCall> data(String instance) {
        return scheduler
                .client()
                .getScheduledExecution(TaskInstanceId.of(TASK, instance))
                .map(letter -> (StoredCall) letter.getData());
    }
}
