package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.redelivery.call.CallTable.Row;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stored calls that have failed for good. Their rows are in the same table as those of waiting calls, under a separate
 * task.
 */
public final class DeadLetters {

    /** Task name of dead letters. */
    public static final String TASK = "backoff-dead-letter";

    private static final Logger logger = SpringLogger.of(DeadLetters.class);

    /** Number of rows read at a time. */
    private static final int CHUNK = 200;

    private final CallScheduler scheduler;
    private final CallTable table;
    private final StoredCallCodec codec;
    private final TimeSource time;

    public DeadLetters(CallScheduler scheduler, CallTable table, StoredCallCodec codec, TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.codec = codec;
        this.time = time;
    }

    /** Finds a dead letter by id. */
    public Optional<DeadLetter> find(String id) {
        return Optional.ofNullable(table.instance(TASK, id))
                .flatMap(instance -> letters(List.of(instance)).stream().findFirst());
    }

    /** Counts the matching dead letters by the key of their method. */
    public Map<String, Long> counts(DeadLetterFilter filter) {
        if (filter.failure() == null) {
            return table.counts(TASK, filter).stream()
                    .collect(Collectors.toMap(CallTable.Count::key, CallTable.Count::calls, Long::sum, TreeMap::new));
        }
        return instances(filter, 0).stream()
                .collect(Collectors.groupingBy(CallId::keyIn, TreeMap::new, Collectors.counting()));
    }

    /** Reads a page of the matching dead letters, the latest first. */
    public List<DeadLetter> page(DeadLetterFilter filter, int page, int size) {
        List<String> instances = instances(filter, (page + 1) * size);
        return letters(instances.subList(Math.min(page * size, instances.size()), instances.size()));
    }

    /**
     * Finds the row keys of the matching dead letters, the latest first.
     *
     * @param most maximum number of keys; 0 for all
     */
    public List<String> instances(DeadLetterFilter filter, int most) {
        if (filter.failure() == null) {
            return table.instances(TASK, filter, most);
        }
        return matching(filter, most);
    }

    private List<String> matching(DeadLetterFilter filter, int most) {
        List<String> matching = new ArrayList<>();
        List<String> all = table.instances(TASK, filter, 0);
        for (int start = 0; start < all.size() && (most == 0 || matching.size() < most); start += CHUNK) {
            matching.addAll(matching(all.subList(start, Math.min(start + CHUNK, all.size())), filter));
        }
        return most == 0 || matching.size() <= most ? matching : matching.subList(0, most);
    }

    private List<String> matching(List<String> instances, DeadLetterFilter filter) {
        Map<String, StoredCall> calls = calls(instances);
        Predicate<String> matches = instance -> {
            StoredCall call = calls.get(instance);
            return call != null && filter.matches(call);
        };
        return instances.stream().filter(matches).toList();
    }

    /** Finds the row key of the dead letter with the given id; {@code null} if there is none. */
    public @Nullable String instance(String id) {
        return table.instance(TASK, id);
    }

    /**
     * Turns a dead letter back into a waiting call, which starts again at its first attempt. If several threads or
     * instances try this concurrently, only one succeeds.
     *
     * @return {@code true} if this invocation redrove the dead letter; {@code false} if it was already gone
     * @throws UnreadableCall if the row cannot be read
     */
    public boolean redrive(String instance) {
        List<Row> rows = table.rows(TASK, List.of(instance));
        StoredCall call = rows.isEmpty() ? null : read(rows.get(0));
        return call != null && Boolean.TRUE.equals(table.inTransaction(() -> redrive(instance, call)));
    }

    private boolean redrive(String instance, StoredCall call) {
        // Deletes first: a concurrent redrive waits here for the row lock, and then finds no row.
        if (!table.delete(TASK, instance)) {
            return false;
        }
        Instant now = time.instant();
        CallId id = CallId.continued(instance, now, CallId.key(call.method()));
        scheduler.client().scheduleIfNotExists(new TaskInstance<>(CallStore.TASK, id.toString(), call.asNew(now)), now);
        return true;
    }

    /** Triggers polling for redriven calls. */
    public void wake() {
        scheduler.wake();
    }

    /**
     * Deletes a dead letter.
     *
     * @return {@code true} if this invocation deleted the dead letter; {@code false} if it was already gone
     */
    public boolean delete(String instance) {
        return table.delete(TASK, instance);
    }

    /** Reads the calls in the rows of the given keys, without those that cannot be read. */
    private Map<String, StoredCall> calls(List<String> instances) {
        Map<String, StoredCall> calls = new HashMap<>();
        for (Row row : table.rows(TASK, instances)) {
            StoredCall call = readOrLog(row);
            if (call != null) {
                calls.put(row.instance(), call);
            }
        }
        return calls;
    }

    private @Nullable StoredCall readOrLog(Row row) {
        try {
            return read(row);
        } catch (UnreadableCall unreadable) {
            logger.log(Level.DEBUG, "The dead letter " + row.instance() + " cannot be read", unreadable);
            return null;
        }
    }

    private List<DeadLetter> letters(List<String> instances) {
        Map<String, DeadLetter> letters = new HashMap<>();
        for (Row row : table.rows(TASK, instances)) {
            DeadLetter letter = letter(row);
            if (letter != null) {
                letters.put(row.instance(), letter);
            }
        }
        return instances.stream().map(letters::get).filter(Objects::nonNull).toList();
    }

    private @Nullable DeadLetter letter(Row row) {
        String id = CallId.idIn(row.instance());
        try {
            StoredCall call = read(row);
            return call == null ? null : DeadLetter.of(id, call);
        } catch (UnreadableCall unreadable) {
            return DeadLetter.unreadable(id, CallId.keyIn(row.instance()), unreadable);
        }
    }

    /**
     * Reads the call that a row contains, whichever serializer has written it; returns {@code null} if the row has been
     * deleted meanwhile.
     */
    private @Nullable StoredCall read(Row row) {
        byte[] data = row.data();
        if (data == null || data.length == 0) {
            throw new UnreadableCall("it is empty", null);
        }
        if (data[0] == '{') {
            return UnreadableCall.unless(() -> codec.fromBytes(data));
        }
        return readWithScheduler(row.instance());
    }

    private @Nullable StoredCall readWithScheduler(String instance) {
        return scheduler
                .client()
                .getScheduledExecution(TaskInstanceId.of(TASK, instance))
                .map(letter -> UnreadableCall.unless(() -> (StoredCall) letter.getData()))
                .orElse(null);
    }
}
