package io.backoff.kills;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A server that is started by a command. */
final class ServerProcess {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Path log;
    private Process process;

    ServerProcess(Path log) {
        this.log = log;
    }

    void start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        process = builder.start();
        ProcessHandle started = process.toHandle();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> kill(started)));
    }

    /** Runs a command that ends by itself. */
    void run(List<String> command) throws IOException {
        start(command, Map.of());
        if (process.onExit().join().exitValue() != 0) {
            throw new AssertionError(command + " has failed: see " + log);
        }
    }

    void awaitPort(int port) {
        awaitReady(() -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            }
        });
    }

    /** Waits until a check passes. */
    void awaitReady(Check check) {
        await().atMost(LONG).pollInterval(Duration.ofMillis(50)).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError("The server has ended: see " + log);
            }
            try {
                check.pass();
                return true;
            } catch (Exception notYet) {
                return false;
            }
        });
    }

    /** Stops all its processes for a while, as a machine that is suspended or a disk that hangs would. */
    void stall(Duration time) throws IOException {
        signal("-STOP");
        await().timeout(LONG).pollDelay(time).until(() -> true);
        signal("-CONT");
    }

    private void signal(String signal) throws IOException {
        List<String> command = Stream.concat(
                        Stream.of("kill", signal),
                        Stream.concat(Stream.of(process.toHandle()), process.descendants())
                                .map(each -> Long.toString(each.pid())))
                .toList();
        new ProcessBuilder(command).inheritIO().start().onExit().join();
    }

    void kill() {
        if (process != null) {
            kill(process.toHandle());
        }
    }

    /** Kills a process and those that it has started. */
    static void kill(ProcessHandle process) {
        List<ProcessHandle> all =
                Stream.concat(Stream.of(process), process.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }

    interface Check {

        void pass() throws Exception;
    }
}
