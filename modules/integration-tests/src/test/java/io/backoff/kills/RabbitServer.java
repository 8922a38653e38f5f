package io.backoff.kills;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The RabbitMQ of the machine, with a directory of its own. */
final class RabbitServer implements Server {

    /** The program itself: the one on the path changes to another user. */
    private static final Path PROGRAM =
            Path.of(System.getProperty("kills.rabbitmq", "/usr/lib/rabbitmq/bin/rabbitmq-server"));

    private final Path directory;
    private final int port = Server.freePort();
    private final ServerProcess process;
    private final Map<String, String> environment;

    /** Skips the test if RabbitMQ is not installed. */
    RabbitServer(Path directory) throws IOException {
        assumeTrue(
                Files.isExecutable(PROGRAM),
                "RabbitMQ is not installed: apt-get install --no-install-recommends rabbitmq-server");
        this.directory = directory;
        this.process = new ServerProcess(directory.resolve("rabbitmq.log"));
        Path plugins = Files.writeString(directory.resolve("enabled_plugins"), "[].");
        this.environment = Map.of(
                "HOME", directory.toString(),
                "RABBITMQ_NODENAME", "kills" + port + "@localhost",
                "RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1",
                "RABBITMQ_NODE_PORT", Integer.toString(port),
                "RABBITMQ_DIST_PORT", Integer.toString(Server.freePort()),
                "ERL_EPMD_PORT", Integer.toString(Server.freePort()),
                "RABBITMQ_MNESIA_BASE", directory.resolve("mnesia").toString(),
                "RABBITMQ_LOG_BASE", directory.resolve("log").toString(),
                "RABBITMQ_ENABLED_PLUGINS_FILE", plugins.toString(),
                "RABBITMQ_CONF_ENV_FILE", "/dev/null");
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void start(int visiblePort) throws IOException {
        process.start(List.of(PROGRAM.toString()), environment);
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        process.awaitReady(() -> factory.newConnection().close());
    }

    /** The number of messages in a queue, delivered or not. */
    int messages(String queue) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        try (var connection = factory.newConnection();
                var channel = connection.createChannel()) {
            return channel.queueDeclarePassive(queue).getMessageCount();
        }
    }

    @Override
    public ServerProcess process() {
        return process;
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        kill();
        // The daemon that knows the nodes of this machine: Erlang starts one for each port.
        ProcessBuilder stop = new ProcessBuilder("epmd", "-kill").redirectErrorStream(true);
        stop.environment().putAll(environment);
        try {
            stop.redirectOutput(directory.resolve("epmd.log").toFile())
                    .start()
                    .onExit()
                    .join();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
