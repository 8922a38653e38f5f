package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlTypeValue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Direct SQL access to db-scheduler's table, for operations that its client lacks: counts, pages, and bulk reads and
 * updates.
 */
public final class CallTable {

    private static final String KIND =
            "case when task_name = '" + CallStore.PARKED + "' then '" + CallStore.TASK + "' else task_name end";

    private final SchedulerDatabase database;
    private final String name;

    public CallTable(SchedulerDatabase database, String name) {
        this.database = database;
        this.name = name;
    }

    /**
     * The number of calls of one method under one task.
     *
     * @param task the name of the task; for parked calls, the name of the task of waiting calls
     * @param key key of the method; empty for rows with a malformed row key
     * @param calls number of calls
     * @param since time of the oldest call; {@code null} if unknown
     */
    public record Count(
            String task, String key, long calls, @Nullable Instant since) {}

    /**
     * A row of the table.
     *
     * @param instance its key
     * @param data its content; never {@code null} in a row written by the library
     */
    record Row(String instance, byte @Nullable [] data) {}

    /**
     * Returns {@code true} if the {@code DataSource} of the table can be determined. Otherwise, throws an exception.
     *
     * @throws IllegalStateException if the {@code DataSource} cannot be determined
     */
    public boolean isKnown() {
        database.get();
        return true;
    }

    /** Counts the waiting calls and the dead letters of each method. */
    public List<Count> counts() {
        return jdbc("select kind, method_key, count(*), min(since_second) from (select " + KIND + " as kind, "
                        + CallId.KEY_SQL
                        + " as method_key, " + CallId.SINCE_SQL + " as since_second from " + name
                        + " where task_name in (?, ?, ?)) kept_calls group by kind, method_key")
                .params(CallStore.TASK, CallStore.PARKED, DeadLetters.TASK)
                .query((row, number) ->
                        new Count(row.getString(1), key(row.getString(2)), row.getLong(3), instant(row.getString(4))))
                .list();
    }

    /** Counts the matching rows of a task by the key of their method. */
    List<Count> counts(String task, DeadLetterFilter filter) {
        return jdbc("select method_key, count(*) from (select " + CallId.KEY_SQL + " as method_key from " + name
                        + where(filter) + ") kept_calls group by method_key")
                .params(values(task, filter))
                .query((row, number) -> new Count(task, key(row.getString(1)), row.getLong(2), null))
                .list();
    }

    /**
     * Finds the keys of the matching rows of a task, the latest first.
     *
     * @param most maximum number of keys; 0 for all
     */
    List<String> instances(String task, DeadLetterFilter filter, int most) {
        return jdbc("select task_instance from " + name + where(filter) + " order by " + CallId.SINCE_SQL
                        + " desc, task_instance")
                .withMaxRows(most == 0 ? -1 : most)
                .params(values(task, filter))
                .query(String.class)
                .list();
    }

    /** Reads the rows with these keys, in no particular order; rows that no longer exist are omitted. */
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

    /** Finds the key of the row with the given id. */
    @Nullable
    String instance(String task, String id) {
        return jdbc("select task_instance from " + name + " where task_name = ? and (" + CallId.ID_SQL
                        + " = ? or task_instance = ?)")
                .withMaxRows(1)
                .params(task, id, id)
                .query(String.class)
                .optional()
                .orElse(null);
    }

    /** Deletes a row. */
    public boolean delete(String task, String instance) {
        return update("delete from " + name + " where task_name = ? and task_instance = ?", task, instance) > 0;
    }

    /** Finds the keys of methods with parked calls. */
    public List<String> parkedKeys() {
        return jdbc("select distinct " + CallId.KEY_SQL + " from " + name + " where task_name = ?")
                .params(CallStore.PARKED)
                .query((row, number) -> key(row.getString(1)))
                .list();
    }

    /**
     * Turns the row of an execution into a dead letter, without reading its data.
     *
     * @param version the version that the row had when the execution read it
     * @return whether the row still had this version
     */
    public boolean bury(String instance, long version, CallId letter) {
        return update(
                        "update " + name + " set task_name = ?, task_instance = ?, execution_time = ?, picked = ?,"
                                + " picked_by = null, last_heartbeat = null, version = version + 1"
                                + " where task_name = ? and task_instance = ? and version = ?",
                        DeadLetters.TASK,
                        letter.toString(),
                        Timestamp.from(CallStore.NEVER),
                        false,
                        CallStore.TASK,
                        instance,
                        version)
                > 0;
    }

    /** Makes the parked calls of a method due. */
    public int release(String key, Instant due) {
        // Writes the time as db-scheduler is configured to, for example in UTC.
        JdbcCustomization jdbc = database.jdbc(database.get());
        SqlTypeValue time = (statement, index, type, typeName) -> jdbc.setInstant(statement, index, due);
        return update(
                "update " + name + " set task_name = ?, execution_time = ?, version = version + 1"
                        + " where task_name = ? and " + CallId.KEY_SQL + " = ?",
                CallStore.TASK,
                time,
                CallStore.PARKED,
                key);
    }

    /**
     * Runs a write in the caller's transaction. If there is none, or if it is completed, the write is committed
     * immediately, even if the connections of the pool are not in auto-commit mode.
     */
    public void write(Runnable statements) {
        boolean inTransaction = TransactionSynchronizationManager.isActualTransactionActive();
        if (inTransaction && TransactionSynchronizationManager.isSynchronizationActive()) {
            // Our own transaction manager is not used here: if JPA manages the caller's transaction, ours would commit
            // it too early.
            statements.run();
        } else if (inTransaction
                && TransactionSynchronizationManager.hasResource(manager().getResourceFactory())) {
            // The caller is a listener that runs after the transaction. The thread still holds the connection of that
            // transaction, but no other code calls commit() on it again, so this method does. A second connection is
            // not used: if all threads held one and waited for another, the pool would be exhausted.
            statements.run();
            commit();
        } else {
            writeOnOneConnection(statements);
        }
    }

    private void writeOnOneConnection(Runnable statements) {
        TransactionTemplate scope = new TransactionTemplate(manager());
        scope.setPropagationBehavior(TransactionDefinition.PROPAGATION_SUPPORTS);
        scope.executeWithoutResult(status -> {
            statements.run();
            if (!status.hasTransaction()) {
                commit();
            }
        });
    }

    private void commit() {
        new JdbcTemplate(database.get()).execute((Connection connection) -> {
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return true;
        });
    }

    /** Runs work atomically. */
    <T> @Nullable T inTransaction(Supplier<T> work) {
        return new TransactionTemplate(manager()).execute(status -> work.get());
    }

    // Returns a manager of transactions in the table's database, whatever transaction managers the application has.
    private JdbcTransactionManager manager() {
        return new JdbcTransactionManager(database.get());
    }

    private int update(String sql, Object... values) {
        Integer rows = inTransaction(() -> jdbc(sql).params(values).update());
        return rows == null ? 0 : rows;
    }

    private JdbcClient.StatementSpec jdbc(String sql) {
        return JdbcClient.create(database.get()).sql(sql);
    }

    private static String where(DeadLetterFilter filter) {
        return " where task_name = :task"
                + (filter.keys().isEmpty() ? "" : " and " + CallId.KEY_SQL + " in (:keys)")
                + (filter.since() == null ? "" : " and " + CallId.SINCE_SQL + " >= :since")
                + (filter.until() == null ? "" : " and " + CallId.SINCE_SQL + " < :until");
    }

    private static Map<String, Object> values(String task, DeadLetterFilter filter) {
        Map<String, Object> values = new HashMap<>(Map.of("task", task, "keys", filter.keys()));
        if (filter.since() != null) {
            values.put("since", CallId.second(filter.since()));
        }
        if (filter.until() != null) {
            // Rounds a fraction of a second up, so that calls in that second match.
            values.put("until", CallId.second(filter.until().plusNanos(999_999_999)));
        }
        return values;
    }

    // Oracle does not distinguish an empty text from null.
    private static String key(@Nullable String key) {
        return key == null ? "" : key;
    }

    private static @Nullable Instant instant(@Nullable String second) {
        return second == null || !second.chars().allMatch(character -> character >= '0' && character <= '9')
                ? null
                : Instant.ofEpochSecond(Long.parseLong(second));
    }
}
