package io.backoff.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/** A broker of Kafka, which is its own controller, in a JVM of its own. */
final class KafkaServer implements Server {

    private final Path directory;
    private final int port = Server.freePort();
    private final int controllerPort = Server.freePort();
    private final ServerProcess process;

    KafkaServer(Path directory) {
        this.directory = directory;
        this.process = new ServerProcess(directory.resolve("kafka.log"));
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void start(int visiblePort) throws Exception {
        Path settings = directory.resolve("server.properties");
        if (!Files.exists(settings)) {
            configure(settings, visiblePort);
            format(settings);
        }
        process.start(java("kafka.Kafka", settings.toString()), Map.of());
        Map<String, Object> client =
                Map.of("bootstrap.servers", "127.0.0.1:" + visiblePort, "request.timeout.ms", "5000");
        process.awaitReady(() -> {
            try (Admin admin = Admin.create(client)) {
                admin.describeCluster().nodes().get(5, TimeUnit.SECONDS);
            }
        });
    }

    private void configure(Path settings, int visiblePort) throws IOException {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                "1",
                "controller.quorum.voters",
                "1@127.0.0.1:" + controllerPort,
                "listeners",
                "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "advertised.listeners",
                "PLAINTEXT://127.0.0.1:" + visiblePort,
                "controller.listener.names",
                "CONTROLLER",
                "log.dirs",
                directory.resolve("kafka").toString()));
        properties.putAll(Map.of(
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "1",
                "group.initial.rebalance.delay.ms", "0",
                "group.min.session.timeout.ms", "1000",
                // The default is half of the memory.
                "log.cleaner.dedupe.buffer.size", "4194304",
                "auto.create.topics.enable", "false"));
        try (var out = Files.newBufferedWriter(settings)) {
            properties.store(out, null);
        }
        Files.writeString(directory.resolve("logback.xml"), """
                <configuration>
                  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%d %level %logger{20} %msg%n</pattern></encoder>
                  </appender>
                  <root level="warn"><appender-ref ref="out"/></root>
                </configuration>
                """);
    }

    private void format(Path settings) throws IOException {
        ServerProcess formatting = new ServerProcess(directory.resolve("format.log"));
        formatting.run(java(
                "kafka.tools.StorageTool", "format", "-t", Uuid.randomUuid().toString(), "-c", settings.toString()));
    }

    private List<String> java(String... programAndArguments) {
        List<String> command = new ArrayList<>(List.of(
                Instances.java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Dlogback.configurationFile=" + directory.resolve("logback.xml"),
                "-cp",
                Instances.classPath()));
        command.addAll(List.of(programAndArguments));
        return command;
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
