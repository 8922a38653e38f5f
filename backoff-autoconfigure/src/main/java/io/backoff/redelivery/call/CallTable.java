package io.backoff.redelivery.call;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** db-scheduler's table where its client has no method for what we ask: counts, pages, and many rows at once. */
public final class CallTable {

    /** What the name of a row fits that this version has written. */
    private static final String NAMED_SQL = "task_instance like '%:%'";

    private final Supplier<DataSource> dataSource;
    private final String name;

    public CallTable(Supplier<DataSource> dataSource, String name) {
        this.dataSource = dataSource;
        this.name = name;
    }

    /**
     * The calls of one method under one task.
     *
     * @param task the name of the task
     * @param key of the method; empty for rows of an earlier version
     * @param calls how many
     * @param since since when the first of them is there
     */
    public record Count(String task, String key, long calls, Instant since) {}

    /**
     * A row.
     *
     * @param instance its name
     * @param data what it holds; {@code null} in none that the library has written
     */
    record Row(String instance, byte @Nullable [] data) {}

    /**
     * Whether it is known in which database it is.
     *
     * @throws IllegalStateException if not
     */
    public boolean isKnown() {
        dataSource.get();
        return true;
    }

    /** Counts the waiting calls and the dead letters of each method. */
    public List<Count> counts() {
        return jdbc("select task_name, method_key, count(*), min(since_second) from (select task_name, "
                        + CallId.KEY_SQL
                        + " as method_key, " + CallId.SINCE_SQL + " as since_second from " + name
                        + " where task_name in (?, ?)) kept_calls group by task_name, method_key")
                .params(CallStore.TASK, DeadLetters.TASK)
                .query((row, number) ->
                        new Count(row.getString(1), text(row.getString(2)), row.getLong(3), instant(row.getString(4))))
                .list();
    }

    /** Counts the rows of a task that fit, by the key of their method. */
    List<Count> counts(String task, DeadLetterFilter filter) {
        return jdbc("select method_key, count(*) from (select " + CallId.KEY_SQL + " as method_key from " + name
                        + where(filter) + ") kept_calls group by method_key")
                .params(values(task, filter))
                .query((row, number) -> new Count(task, text(row.getString(1)), row.getLong(2), Instant.EPOCH))
                .list();
    }

    /**
     * The names of the rows of a task that fit, the latest first.
     *
     * @param most of which so many; 0 for all
     */
    List<String> instances(String task, DeadLetterFilter filter, int most) {
        return jdbc("select task_instance from " + name + where(filter) + " order by " + CallId.SINCE_SQL
                        + " desc, task_instance")
                .withMaxRows(most == 0 ? -1 : most)
                .params(values(task, filter))
                .query(String.class)
                .list();
    }

    /** Names of rows that carry neither time nor method, as an earlier version has written them. */
    public List<String> withoutMethod(String task, int most) {
        return jdbc("select task_instance from " + name + " where task_name = ? and picked = ? and not " + NAMED_SQL)
                .withMaxRows(most)
                .params(task, false)
                .query(String.class)
                .list();
    }

    /** The rows of these names, in no particular order; those that are gone are left out. */
    List<Row> rows(String task, List<String> instances) {
        if (instances.isEmpty()) {
            return List.of();
        }
        return jdbc("select task_instance, task_data from " + name
                        + " where task_name = :task and task_instance in (:instances)")
                .param("task", task)
                .param("instances", instances)
                .query((row, number) -> new Row(row.getString(1), row.getBytes(2)))
                .list();
    }

    /** The name of the row of this id. */
    @Nullable
    String instance(String task, String id) {
        return jdbc("select task_instance from " + name + " where task_name = ? and " + CallId.ID_SQL + " = ?")
                .withMaxRows(1)
                .params(task, id)
                .query(String.class)
                .optional()
                .orElse(null);
    }

    /** Names a row anew, unless it is being worked on. Some MySQL would set the time to now if it were not mentioned. */
    public boolean rename(String task, String from, String to) {
        return update(
                        "update " + name
                                + " set task_instance = ?, execution_time = execution_time, version = version + 1"
                                + " where task_name = ? and task_instance = ? and picked = ?",
                        to,
                        task,
                        from,
                        false)
                > 0;
    }

    /** Deletes a row. */
    public boolean delete(String task, String instance) {
        return update("delete from " + name + " where task_name = ? and task_instance = ?", task, instance) > 0;
    }

    /** Methods of which a row is due after a time. */
    public List<String> keysDueAfter(String task, Instant time) {
        return jdbc("select distinct " + CallId.KEY_SQL + " from " + name
                        + " where task_name = ? and execution_time > ?")
                .params(task, Timestamp.from(time))
                .query(String.class)
                .list();
    }

    /** Makes all rows of a method due that are due after a time. */
    public int makeDue(String task, String key, Instant after, Instant due) {
        return update(
                "update " + name + " set execution_time = ?, version = version + 1"
                        + " where task_name = ? and execution_time > ? and " + CallId.KEY_SQL + " = ?",
                Timestamp.from(due),
                task,
                Timestamp.from(after),
                key);
    }

    /** Does work of which all is done or nothing. */
    <T> @Nullable T inTransaction(Supplier<T> work) {
        // Of the table's own database, whatever else the application has transactions of.
        return new TransactionTemplate(new JdbcTransactionManager(dataSource.get())).execute(status -> work.get());
    }

    private int update(String sql, Object... values) {
        Integer rows = inTransaction(() -> jdbc(sql).params(values).update());
        return rows == null ? 0 : rows;
    }

    private JdbcClient.StatementSpec jdbc(String sql) {
        return JdbcClient.create(dataSource.get()).sql(sql);
    }

    private static String where(DeadLetterFilter filter) {
        // The name of a row of an earlier version has no time in it yet, so it fits no time at all.
        boolean timed = filter.since() != null || filter.until() != null;
        return " where task_name = :task"
                + (filter.keys().isEmpty() ? "" : " and " + CallId.KEY_SQL + " in (:keys)")
                + (timed ? " and " + NAMED_SQL : "")
                + (filter.since() == null ? "" : " and " + CallId.SINCE_SQL + " >= :since")
                + (filter.until() == null ? "" : " and " + CallId.SINCE_SQL + " < :until");
    }

    private static Map<String, Object> values(String task, DeadLetterFilter filter) {
        Map<String, Object> values = new HashMap<>(Map.of("task", task, "keys", filter.keys()));
        if (filter.since() != null) {
            values.put("since", CallId.second(filter.since()));
        }
        if (filter.until() != null) {
            // The second that it is in has begun.
            values.put("until", CallId.second(filter.until().plusNanos(999_999_999)));
        }
        return values;
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Instant instant(@Nullable String second) {
        return second == null || second.isEmpty() ? Instant.EPOCH : Instant.ofEpochSecond(Long.parseLong(second));
    }
}
