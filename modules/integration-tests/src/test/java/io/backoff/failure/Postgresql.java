package io.backoff.failure;

import io.backoff.failure.PostgresqlFailure.Session;
import io.backoff.testkit.Database;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.r2dbc.connection.SingleConnectionFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A database of a real PostgreSQL, shared by the tests of failures. */
final class Postgresql {

    private static final PGSimpleDataSource DATABASE = create();

    private Postgresql() {}

    static DataSource dataSource() {
        return DATABASE;
    }

    static PostgresqlConnectionFactory connectionFactory() {
        return new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                .host("localhost")
                .port(DATABASE.getPortNumbers()[0])
                .database(DATABASE.getDatabaseName())
                .username("postgres")
                .build());
    }

    /** Makes PostgreSQL fail, and returns the exception that one kind of access throws. */
    static Exception failure(Access access, PostgresqlFailure failure) throws Exception {
        try (Session failing = access.open();
                Session other = access.open()) {
            return Caught.exception(Exception.class, () -> failure.provoke(failing, other));
        }
    }

    private static PGSimpleDataSource create() {
        var database = (PGSimpleDataSource) Database.POSTGRESQL.create();
        var statements = new JdbcTemplate(database);
        statements.execute("CREATE TABLE item (id int PRIMARY KEY, amount int NOT NULL)");
        statements.execute("INSERT INTO item VALUES (1, 0), (2, 0)");
        return database;
    }

    /** A way to talk to the database, with exceptions of its own. */
    enum Access {
        JDBC {
            @Override
            Session open() throws SQLException {
                var connection = DATABASE.getConnection();
                return session(sql -> connection.createStatement().execute(sql), connection::close);
            }
        },
        JDBC_TEMPLATE {
            @Override
            Session open() throws SQLException {
                var connection = new SingleConnectionDataSource(DATABASE.getConnection(), true);
                return session(new JdbcTemplate(connection)::execute, connection::close);
            }
        },
        R2DBC {
            @Override
            Session open() {
                Connection connection = Mono.from(connectionFactory().create()).block();
                return session(
                        sql -> Flux.from(connection.createStatement(sql).execute())
                                .flatMap(Result::getRowsUpdated)
                                .blockLast(),
                        () -> close(connection));
            }
        },
        DATABASE_CLIENT {
            @Override
            Session open() {
                Connection connection = Mono.from(connectionFactory().create()).block();
                ConnectionFactory shared = new SingleConnectionFactory(
                        connection, connectionFactory().getMetadata(), true);
                return session(
                        sql -> DatabaseClient.create(shared)
                                .sql(sql)
                                .fetch()
                                .rowsUpdated()
                                .block(),
                        () -> close(connection));
            }
        };

        abstract Session open() throws Exception;

        private static void close(Connection connection) {
            Mono.from(connection.close()).onErrorComplete().block();
        }

        private static Session session(Statements statements, Closing closing) {
            return new Session() {
                @Override
                public void execute(String sql) throws Exception {
                    statements.execute(sql);
                }

                @Override
                public void close() throws SQLException {
                    closing.close();
                }
            };
        }
    }

    private interface Statements {

        void execute(String sql) throws Exception;
    }

    private interface Closing {

        void close() throws SQLException;
    }
}
