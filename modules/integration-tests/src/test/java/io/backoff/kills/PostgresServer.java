package io.backoff.kills;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The PostgreSQL that comes as a dependency. */
final class PostgresServer implements Server {

    private final Path data;
    private final int port = Server.freePort();
    private final ServerProcess process;
    private final List<String> command = new ArrayList<>();

    PostgresServer(Path directory) {
        this.data = directory.resolve("postgresql");
        this.process = new ServerProcess(directory.resolve("postgresql.log"));
    }

    @Override
    public int port() {
        return port;
    }

    static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    @Override
    public void start(int visiblePort) throws Exception {
        if (command.isEmpty()) {
            install();
        }
        process.start(command, Map.of());
        process.awaitReady(() -> DriverManager.getConnection(url(port)).close());
    }

    /** Starts it once in the way of the library, which installs it, and takes over the command. */
    private void install() throws Exception {
        EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                // The library turns it off, so that a crash loses transactions that were acknowledged.
                .setServerConfig("synchronous_commit", "on")
                .start();
        String id = Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim();
        ProcessHandle server = ProcessHandle.of(Long.parseLong(id)).orElseThrow();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(server.info().command().orElseThrow());
        command.addAll(List.of(server.info().arguments().orElseThrow()));
        ServerProcess.kill(server);
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
