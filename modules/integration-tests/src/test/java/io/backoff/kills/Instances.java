package io.backoff.kills;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The running instances of an application. */
final class Instances implements AutoCloseable {

    private final Path logs;
    private final Class<?> application;
    private final List<String> properties;
    private final TreeMap<String, Process> running = new TreeMap<>();
    private int started;

    Instances(Path logs, Class<?> application, List<String> properties) {
        this.logs = logs;
        this.application = application;
        this.properties = properties;
    }

    Set<String> names() {
        return new TreeSet<>(running.keySet());
    }

    void start() throws IOException {
        String name = "instance-" + ++started;
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx160m",
                "-cp",
                classPath(),
                Instance.class.getName(),
                application.getName(),
                "--instance=" + name,
                "--logging.level.root=warn"));
        properties.forEach(each -> command.add("--" + each));
        running.put(
                name,
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(logs.resolve(name + ".log").toFile())
                        .start());
    }

    void assertAlive() {
        running.forEach((name, process) -> {
            if (!process.isAlive()) {
                throw new AssertionError(name + " has ended: see its log in " + logs);
            }
        });
    }

    /** Kills the instance like {@code kill -9}. */
    void kill(String name) {
        running.remove(name).destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        names().forEach(this::kill);
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
