package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.aspectj.shop.ShopApplication;
import io.backoff.testkit.Docs;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.aspectj.weaver.loadtime.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AspectJ's agent with the library's {@code META-INF/aop.xml} and no other. */
class LoadTimeWeavingTests {

    private static final Pattern EXCLUDED = Pattern.compile("<exclude within=\"([^*]+\\.)\\.\\*\"/>");
    private static final Pattern LOADED_FROM_JAR = Pattern.compile("\\] ([^ /]+) source: (file|jar):.*\\.jar.*");

    /** Libraries of other tests, some of which would configure features that this application lacks. */
    private static final Pattern ELSEWHERE = Pattern.compile(".*(kafka|redis|jedis|lettuce|db-scheduler|resilience4j"
            + "|spring-cloud|security|mariadb|postgres|webflux|webclient|netty|junit|surefire|mockito|archunit"
            + "|aspectjtools|test-|rabbit|amqp|qpid|grpc|modulith|boot-data-jpa|boot-jpa|boot-hibernate|spring-ai"
            + "|batch|integration|tracing|opentelemetry).*\\.jar");

    @Test
    void weavesAnApplicationAndNoLibrary(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        Path loaded = directory.resolve("loaded");
        Process process = new ProcessBuilder(command(directory, loaded))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();

        // The JVM itself warns of AspectJ from Java 24 on.
        String printed = Files.readAllLines(output).stream()
                .filter(line -> !line.startsWith("WARNING: "))
                .collect(Collectors.joining("\n"));
        assertThat(printed).contains("Attempts: 3").doesNotContainIgnoringCase("aspectj", "weav", "AppClassLoader");
        assertThat(process.exitValue()).isZero();
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("output", "loaded", "classes");
        assertThat(lookedAt(loaded)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.example.Shop",
                "io.backoff.sample.Shop",
                "org.apache.shop.Shop",
                "org.springframework.samples.petclinic.Owner",
                "reactor.shop.Shop",
                "com.google.shop.Shop",
                "oracle.shop.Shop"
            })
    void excludesNoApplication(String name) throws IOException {
        assertThat(excluded()).isNotEmpty().noneMatch(name::startsWith);
    }

    private static List<String> command(Path directory, Path loaded) throws IOException, URISyntaxException {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + source(Agent.class),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + loaded,
                "-cp",
                classPath(directory),
                ShopApplication.class.getName(),
                "--server.port=0",
                "--logging.level.root=warn",
                "--spring.main.banner-mode=off",
                "--backoff.advice-mode=aspectj",
                "--backoff.policies.default.delay=0");
    }

    /**
     * The class path without the other tests, whose {@code META-INF/aop.xml} includes only the classes that they need.
     */
    private static String classPath(Path directory) throws IOException, URISyntaxException {
        Path tests = source(ShopApplication.class);
        Path classes = directory.resolve("classes");
        String name = ShopApplication.class.getPackageName().replace('.', '/');
        Files.createDirectories(classes.resolve(name));
        try (Stream<Path> files = Files.list(tests.resolve(name))) {
            for (Path each : files.toList()) {
                Files.copy(each, classes.resolve(name).resolve(each.getFileName()));
            }
        }
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Stream<String> others = Arrays.stream(all.split(File.pathSeparator))
                .filter(each -> !Path.of(each).equals(tests))
                .filter(each -> !ELSEWHERE.matcher(each).matches());
        return Stream.concat(Stream.of(classes.toString()), others).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path source(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** The classes of other libraries that the weaver has examined; OwnPackagesTests is about ours. */
    private static List<String> lookedAt(Path loaded) throws IOException {
        List<String> excluded = excluded();
        Predicate<String> included =
                name -> !name.startsWith("io.backoff.") && excluded.stream().noneMatch(name::startsWith);
        try (Stream<String> lines = Files.lines(loaded)) {
            return lines.map(LOADED_FROM_JAR::matcher)
                    .filter(line -> line.find() && included.test(line.group(1)))
                    .map(line -> line.group(1))
                    .toList();
        }
    }

    private static List<String> excluded() throws IOException {
        String file =
                Files.readString(Docs.root().resolve("backoff-autoconfigure/src/main/resources/META-INF/aop.xml"));
        return EXCLUDED.matcher(file).results().map(each -> each.group(1)).toList();
    }
}
