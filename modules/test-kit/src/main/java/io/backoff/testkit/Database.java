package io.backoff.testkit;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** Real databases. Each server is started once. */
public enum Database {
    POSTGRESQL {
        @Override
        public DataSource create() {
            String name = newName();
            new JdbcTemplate(Server.RUNNING.getPostgresDatabase()).execute("CREATE DATABASE " + name);
            return Server.RUNNING.getDatabase("postgres", name);
        }
    },
    /** Available on Linux. */
    MARIADB {
        @Override
        public DataSource create() {
            String name = newName();
            new JdbcTemplate(MariaDb.open("")).execute("CREATE DATABASE " + name);
            return MariaDb.open(name);
        }
    },
    H2 {
        @Override
        public DataSource create() {
            String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=30000";
            return new SimpleDriverDataSource(new org.h2.Driver(), url, "sa", "");
        }
    };

    /** Creates a database. */
    public abstract DataSource create();

    /** Creates a database with a pool of connections, for many short transactions. */
    public HikariDataSource createPooled() {
        var pool = new HikariDataSource();
        pool.setDataSource(create());
        pool.setMaximumPoolSize(20);
        pool.setMinimumIdle(1);
        return pool;
    }

    private static String newName() {
        return "test_" + UUID.randomUUID().toString().replace('-', '_');
    }

    private static final class Server {

        private static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "150")
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return server;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static void close(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
