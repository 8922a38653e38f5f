package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
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
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A real application that starts with its own {@code application.yml}. */
public final class YamlApplication {

    private final Path directory;
    private String prefix;
    private final Map<String, Object> variables = new LinkedHashMap<>();
    private final Properties systemProperties = new Properties();
    private final List<String> arguments = new ArrayList<>(List.of("--logging.level.io.backoff=warn"));
    private final List<Class<?>> beans = new ArrayList<>(List.of(Configured.class));

    public YamlApplication(Path directory) {
        this.directory = directory;
    }

    public YamlApplication yaml(String text) {
        return file("application.yml", text);
    }

    public YamlApplication file(String name, String text) {
        try {
            Files.writeString(directory.resolve(name), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return this;
    }

    public YamlApplication variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Sets the prefix of the variables that the application reads. */
    public YamlApplication prefix(String text) {
        prefix = text;
        return this;
    }

    /** Adds a system property; any replace the properties of this process. */
    public YamlApplication systemProperty(String name, String value) {
        systemProperties.setProperty(name, value);
        return this;
    }

    public YamlApplication argument(String argument) {
        arguments.add(argument);
        return this;
    }

    public YamlApplication bean(Class<?> type) {
        beans.add(type);
        return this;
    }

    /** Starts the application, and checks its policies. */
    public void run(Consumer<Policies> check) {
        try (ConfigurableApplicationContext context = start()) {
            check.accept(new Policies(context, directory));
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

    private String local(String text) {
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

    public record Policies(ConfigurableApplicationContext context, Path directory) {

        public BackoffPolicy get(String name) {
            return context.getBean(BackoffPolicies.class).get(name);
        }

        Map<String, Setting> settings(String policy) {
            return context.getBean(PolicyStore.class).settings(SettingsGroup.POLICIES, policy);
        }

        public Object value(String policy, String field) {
            return settings(policy).get(field).value();
        }

        /** The origin, with file names relative to the directory of the application. */
        public String origin(String policy, String field) {
            return settings(policy).get(field).origin().replace(directory + File.separator, "");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    static class Configured {}
}
