package io.backoff.failure;

import static org.assertj.core.api.Assertions.catchException;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Ways to make PostgreSQL fail, whatever executes the statements. */
enum PostgresqlFailure {
    SERIALIZATION_FAILURE {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            failing.execute("BEGIN ISOLATION LEVEL SERIALIZABLE");
            failing.execute("SELECT amount FROM item");
            other.execute("BEGIN ISOLATION LEVEL SERIALIZABLE");
            other.execute(ADD_TO_FIRST);
            other.execute("COMMIT");
            failing.execute(ADD_TO_FIRST);
        }
    },
    /** Both transactions wait for the lock of the other, and the server ends one of them, either. */
    DEADLOCK {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            lock(failing, ADD_TO_FIRST);
            lock(other, ADD_TO_SECOND);
            var crossing = CompletableFuture.supplyAsync(() -> crossing(other, ADD_TO_FIRST));
            Exception failure = crossing(failing, ADD_TO_SECOND);
            Exception otherFailure = crossing.get(1, TimeUnit.MINUTES);
            throw failure != null ? failure : otherFailure;
        }

        private void lock(Session session, String statement) throws Exception {
            session.execute("SET deadlock_timeout = '10ms'");
            session.execute("BEGIN");
            session.execute(statement);
        }

        private Exception crossing(Session session, String statement) {
            Exception failure = catchException(() -> session.execute(statement));
            catchException(() -> session.execute("ROLLBACK"));
            return failure;
        }
    },
    CONNECTION_LOST {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            failing.execute("SET application_name = 'failing'");
            other.execute("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                    + " WHERE application_name = 'failing' AND datname = current_database()");
            failing.execute("SELECT 1");
        }
    },
    QUERY_CANCELED {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            failing.execute("SET statement_timeout = '1ms'");
            failing.execute("SELECT pg_sleep(60)");
        }
    },
    LOCK_NOT_AVAILABLE {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            other.execute("BEGIN");
            other.execute(ADD_TO_FIRST);
            failing.execute("SELECT amount FROM item FOR UPDATE NOWAIT");
        }
    },
    UNIQUE_VIOLATION {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            failing.execute("INSERT INTO item VALUES (1, 0)");
        }
    },
    NOT_NULL_VIOLATION {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            failing.execute("INSERT INTO item VALUES (3, NULL)");
        }
    },
    SYNTAX_ERROR {
        @Override
        void provoke(Session failing, Session other) throws Exception {
            failing.execute("SELECT FROM WHERE");
        }
    };

    private static final String ADD_TO_FIRST = "UPDATE item SET amount = amount + 1 WHERE id = 1";
    private static final String ADD_TO_SECOND = "UPDATE item SET amount = amount + 1 WHERE id = 2";

    /** Fails, with what the database access makes of the failure. */
    abstract void provoke(Session failing, Session other) throws Exception;

    /** A connection to the database. */
    interface Session extends AutoCloseable {

        void execute(String sql) throws Exception;

        @Override
        void close() throws SQLException;
    }
}
