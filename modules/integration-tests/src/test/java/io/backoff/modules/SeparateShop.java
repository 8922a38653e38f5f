package io.backoff.modules;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.modules.shop.Shop;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The {@link Shop} apart from the tests. Its class path has Spring Boot, the named modules of the library, and the
 * named libraries.
 */
final class SeparateShop {

    private static final List<String> CLASS_PATH =
            List.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                    .split(File.pathSeparator));
    private static final String SPRING_BOOT =
            "spring-boot|spring-boot-autoconfigure|spring-(aop|beans|context|core|expression)|micrometer-(commons|observation)"
                    + "|commons-logging|jspecify|logback-(classic|core)|slf4j-api|snakeyaml";

    static {
        // It looks for drivers once, by the class loader of the thread: not by the one of a shop.
        DriverManager.getDrivers();
    }

    private final List<String> classPath = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();

    SeparateShop(String... modules) {
        add("integration-tests/target/test-classes$");
        Stream.of(modules).forEach(this::module);
        library(SPRING_BOOT);
    }

    private SeparateShop() {
        add("integration-tests/target/test-classes$");
    }

    /** A shop whose class path has these artifacts, as far as tests have them, and nothing besides. */
    static SeparateShop with(Collection<String> artifacts) {
        SeparateShop shop = new SeparateShop();
        for (String artifact : artifacts) {
            shop.classPath.addAll(matching("/" + artifact + "(/target/classes|/target/" + artifact
                    + "-\\d[^/]*\\.jar|-\\d[^/]*(?<!-tests)\\.jar)$"));
        }
        return shop;
    }

    /** The directory or the jar of a module, which must be on the class path of the tests. */
    static Path find(String module) {
        List<String> found = matching("/" + module + "/(target/classes$|.*" + module + "-\\d[^/]*(?<!-tests)\\.jar$)");
        assertThat(found).as(module).hasSize(1);
        return Path.of(found.get(0));
    }

    SeparateShop module(String name) {
        return module(find(name));
    }

    SeparateShop module(Path classes) {
        classPath.add(classes.toString());
        return this;
    }

    /** Adds libraries by a regular expression for their names. */
    SeparateShop library(String names) {
        return add("/(" + names + ")-\\d[^/]*\\.jar$");
    }

    SeparateShop variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    private SeparateShop add(String pattern) {
        List<String> found = matching(pattern);
        assertThat(found).as(pattern).isNotEmpty();
        classPath.addAll(found);
        return this;
    }

    private static List<String> matching(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return CLASS_PATH.stream()
                .filter(each ->
                        compiled.matcher(each.replace(File.separatorChar, '/')).find())
                .distinct()
                .toList();
    }

    /**
     * Starts the shop and closes it; returns its output. It runs in a class loader of its own, which takes half the time
     * of a process; only one with environment variables needs a process.
     */
    String run(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("--backoff.policies.payments.max-attempts=4", "--backoff.policies.payments.delay=1ms"));
        all.addAll(List.of(arguments));
        return variables.isEmpty() ? runHere(all) : runElsewhere(all);
    }

    private String runHere(List<String> arguments) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String each : classPath) {
            urls.add(Path.of(each).toUri().toURL());
        }
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        PrintStream out = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            loader.loadClass(Shop.class.getName())
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) arguments.toArray(String[]::new));
        } catch (InvocationTargetException failed) {
            failed.getCause().printStackTrace(new PrintStream(output, true, StandardCharsets.UTF_8));
        } finally {
            thread.setContextClassLoader(own);
            System.setOut(out);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    private String runElsewhere(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-classpath",
                String.join(File.pathSeparator, classPath),
                Shop.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as(output).isTrue();
            return output;
        } finally {
            process.destroy();
        }
    }
}
