package io.backoff.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.FileSystemUtils;

/**
 * A real application that starts with its own {@code application.yml}. Registered as a test extension, it deletes its
 * directory after each test.
 *
 * @param <S> the subclass
 */
public abstract class ConfiguredApplication<S extends ConfiguredApplication<S>> implements AfterEachCallback {

    private final Path directory;
    private String prefix;
    private final Map<String, Object> variables = new LinkedHashMap<>();
    private final Properties systemProperties = new Properties();
    private final List<String> arguments = new ArrayList<>(List.of("--logging.level.io.backoff=warn"));
    private final List<Class<?>> beans = new ArrayList<>();

    protected ConfiguredApplication(Path directory, Class<?>... beans) {
        this.directory = directory;
        this.beans.addAll(List.of(beans));
    }

    protected ConfiguredApplication(Class<?>... beans) {
        this(temporary(), beans);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("application");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void afterEach(ExtensionContext test) throws IOException {
        FileSystemUtils.deleteRecursively(directory);
    }

    public Path directory() {
        return directory;
    }

    /** Returns this application as its subclass type. */
    protected abstract S self();

    public S yaml(String text) {
        return file("application.yml", text);
    }

    public S file(String name, String text) {
        try {
            Files.writeString(directory.resolve(name), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return self();
    }

    public S variable(String name, String value) {
        variables.put(name, value);
        return self();
    }

    /** Sets the prefix of the environment variables that the application reads. */
    public S prefix(String text) {
        prefix = text;
        return self();
    }

    /**
     * Adds a system property. The application then sees only the added properties, and not the system properties of
     * this process.
     */
    public S systemProperty(String name, String value) {
        systemProperties.setProperty(name, value);
        return self();
    }

    public S argument(String argument) {
        arguments.add(argument);
        return self();
    }

    public S bean(Class<?> type) {
        beans.add(type);
        return self();
    }

    /** Starts the application, runs the assertions, and closes it. */
    public void start(Consumer<ConfigurableApplicationContext> check) {
        try (ConfigurableApplicationContext context = start()) {
            check.accept(context);
        }
    }

    /** Asserts that the application fails to start; returns its output, with file names relative to its directory. */
    public String report(CapturedOutput output) {
        int before = output.getAll().length();
        assertThatThrownBy(this::start).isInstanceOf(Exception.class);
        return local(output.getAll().substring(before));
    }

    /** The output, with file names relative to the directory of the application. */
    public String log(CapturedOutput output) {
        return local(output.getAll());
    }

    /** Returns the text, with its file names made relative to the directory of the application. */
    protected String local(String text) {
        return text.replace(directory + File.separator, "");
    }

    private ConfigurableApplicationContext start() {
        StandardEnvironment environment = new StandardEnvironment();
        String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment.getPropertySources().replace(source, new SystemEnvironmentPropertySource(source, variables));
        if (!systemProperties.isEmpty()) {
            String properties = StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME;
            environment
                    .getPropertySources()
                    .replace(properties, new PropertiesPropertySource(properties, systemProperties));
        }
        SpringApplication application = new SpringApplication(beans.toArray(Class<?>[]::new));
        application.setEnvironment(environment);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setEnvironmentPrefix(prefix);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        String[] all = Arrays.copyOf(arguments.toArray(String[]::new), arguments.size() + 1);
        all[arguments.size()] = "--spring.config.location=file:" + directory + "/";
        return application.run(all);
    }
}
