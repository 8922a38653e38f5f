package io.backoff.classify;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes transient JDBC failures by the class of their SQL state, which is its first two characters. The exception
 * type is not enough: drivers such as PostgreSQL's throw plain {@link SQLException}s.
 */
final class SqlStates implements CodedFailures {

    // These classes stand for connection failures, serialization failures and deadlocks, insufficient resources, and
    // operator intervention.
    private static final Set<String> TRANSIENT = Set.of("08", "40", "53", "57");
    private static final int CLASS_LENGTH = 2;

    @Override
    public @Nullable FailureGroup groupOf(Throwable failure) {
        return failure instanceof SQLException sql && isTransient(sql.getSQLState()) ? FailureGroup.TRANSIENT : null;
    }

    @Override
    public List<String> members(FailureGroup group) {
        return group == FailureGroup.TRANSIENT
                ? List.of("java.sql.SQLException of SQL state class 08, 40, 53 or 57")
                : List.of();
    }

    private static boolean isTransient(@Nullable String state) {
        return state != null && state.length() >= CLASS_LENGTH && TRANSIENT.contains(state.substring(0, CLASS_LENGTH));
    }
}
