package io.backoff.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Measures what Redis forgets when it is killed under load: how many operations run again although it had acknowledged
 * their outcome. Run by hand, on Linux: the figures are of one machine and one run.
 */
class RedisLossExperiment {

    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration TTL = Duration.ofHours(1);
    private static final int THREADS = 8;
    private static final int OPERATIONS = 5_000;

    @TempDir
    private Path directory;

    private final Set<String> carriedOut = ConcurrentHashMap.newKeySet();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @CsvSource({"no persistence,no,everysec", "append-only everysec,yes,everysec", "append-only always,yes,always"})
    void afterAKillAndARestart(String name, String appendOnly, String sync) throws Exception {
        String[] settings = {"--appendonly", appendOnly, "--appendfsync", sync};
        try (Server server = new Server(settings)) {
            killUnderLoad(server);
        }
        try (Server restarted = new Server(settings)) {
            report("restart, " + name, restarted);
        }
    }

    @Test
    void afterAReplicaIsPromoted() throws Exception {
        try (Server master = new Server("--save", "");
                Server replica =
                        new Server("--replicaof", "127.0.0.1", Integer.toString(master.port), "--dir", master.own())) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() ->
                            replica.info("replication", "master_link_status").equals("up"));
            killUnderLoad(master);
            replica.redis.execute((RedisConnection connection) -> {
                connection.serverCommands().replicaOfNoOne();
                return null;
            });
            report("failover, asynchronous replication", replica);
        }
    }

    private void killUnderLoad(Server server) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        AtomicInteger numbers = new AtomicInteger();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> load(server, numbers)));
        }
        threads.forEach(Thread::start);
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> acknowledged.size() >= OPERATIONS);
        server.kill();
        for (Thread each : threads) {
            each.join();
        }
    }

    private void load(Server server, AtomicInteger numbers) {
        RedisStore store = new RedisStore(server.redis);
        try {
            while (true) {
                String key = "key" + numbers.incrementAndGet();
                ClaimRequest request = request(key);
                Claim.Granted granted = (Claim.Granted) store.claim(request);
                carriedOut.add(key);
                if (store.complete(request.token(granted), StoredOutcome.returned("\"done\""), TTL)) {
                    acknowledged.add(key);
                }
            }
        } catch (DataAccessException killed) {
            return;
        }
    }

    /** Every client sends all its requests once more. */
    private void report(String name, Server server) {
        RedisStore store = new RedisStore(server.redis);
        int lost = 0;
        int twice = 0;
        for (String key : carriedOut) {
            if (store.claim(request(key)) instanceof Claim.Granted) {
                twice++;
                lost += acknowledged.contains(key) ? 1 : 0;
            }
        }
        System.out.printf("| %s | %d | %d | %d |%n", name, acknowledged.size(), lost, twice);
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(OPERATIONS);
    }

    private static ClaimRequest request(String key) {
        OperationId id = new OperationId("Orders.place", key);
        return new ClaimRequest(id, "f", key + System.nanoTime(), LEASE, TTL);
    }

    private final class Server implements AutoCloseable {

        private final int port = freePort();
        private final Process process;
        private final LettuceConnectionFactory connections;
        private final StringRedisTemplate redis;

        Server(String... settings) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    program().getPath(),
                    "--port",
                    Integer.toString(port),
                    "--bind",
                    "127.0.0.1",
                    "--dir",
                    directory.toString(),
                    "--save",
                    ""));
            command.addAll(Arrays.asList(settings));
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            connections = new LettuceConnectionFactory("127.0.0.1", port);
            connections.start();
            redis = new StringRedisTemplate(connections);
            Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
                redis.hasKey("anything");
                return true;
            });
        }

        /** Creates a folder for another server. */
        String own() throws IOException {
            return Files.createDirectories(directory.resolve("other")).toString();
        }

        String info(String section, String name) {
            return redis.execute((RedisConnection connection) ->
                            connection.serverCommands().info(section))
                    .getProperty(name, "");
        }

        /** Kills the server like {@code kill -9}; the kernel keeps what was written to it. */
        void kill() {
            process.destroyForcibly().onExit().join();
            connections.destroy();
        }

        @Override
        public void close() {
            kill();
        }
    }

    private File program() throws IOException {
        File program = directory.resolve("redis-server").toFile();
        if (!program.exists()) {
            try (var binary = getClass().getResourceAsStream("/redis-server-6.2.6-v5-linux-amd64")) {
                Files.copy(binary, program.toPath());
            }
            assertThat(program.setExecutable(true)).isTrue();
        }
        return program;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
