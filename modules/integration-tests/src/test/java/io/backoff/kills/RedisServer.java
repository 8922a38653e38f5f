package io.backoff.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Redis that comes as a dependency. It synchronizes each write. */
final class RedisServer implements Server {

    private final Path directory;
    private final int port = Server.freePort();
    private final ServerProcess process;

    RedisServer(Path directory) {
        this.directory = directory;
        this.process = new ServerProcess(directory.resolve("redis.log"));
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void start(int visiblePort) throws IOException {
        process.start(
                List.of(
                        program().toString(),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--dir",
                        directory.toString(),
                        "--save",
                        "",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "always"),
                Map.of());
        process.awaitPort(port);
    }

    private Path program() throws IOException {
        Path program = directory.resolve("redis-server");
        if (!Files.exists(program)) {
            try (var binary = getClass().getResourceAsStream("/redis-server-6.2.6-v5-linux-amd64")) {
                Files.copy(binary, program);
            }
            program.toFile().setExecutable(true);
        }
        return program;
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
