package io.backoff.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

class ConfigurationFilesTests {

    @TempDir
    private Path directory;

    private final ConfigurableEnvironment running = new StandardEnvironment();
    private final ConfigurationFiles files = new ConfigurationFiles(running, new DefaultResourceLoader());

    @BeforeEach
    void start() {
        write("application.properties", "key=file", "spring.profiles.active=prod");
        write("application-prod.properties", "key=profile");
        running.getPropertySources()
                .addFirst(source("Inlined Test Properties", "spring.config.location", "file:" + directory + "/"));
        ConfigDataEnvironmentPostProcessor.applyTo(running);
        running.getPropertySources().addLast(source("class path resource [extra.properties]", "extra", "annotation"));
        running.getPropertySources().addLast(source(DefaultPropertiesPropertySource.NAME, "key", "fallback"));
        ConfigurationPropertySources.attach(running);
    }

    @Test
    void keepsWhatIsThereInItsOrder() {
        assertThat(names(files.get()))
                .isEqualTo(names(running).stream()
                        .filter(name -> !name.equals("configurationProperties"))
                        .toList());
    }

    @Test
    void readsFilesOfTheProfilesAnew() {
        write("application-prod.properties", "key=changed");
        assertThat(files.get().getProperty("key")).isEqualTo("changed");
        assertThat(running.getProperty("key")).isEqualTo("profile");
    }

    @Test
    void sourcesOfHigherPrecedenceWin() {
        running.getPropertySources().addFirst(source("commandLineArgs", "key", "argument"));
        write("application-prod.properties", "key=changed");
        assertThat(files.get().getProperty("key")).isEqualTo("argument");
    }

    @Test
    void filesWinOverSourcesOfLowerPrecedence() {
        write("application-prod.properties", "extra=file");
        assertThat(files.get().getProperty("extra")).isEqualTo("file");
        assertThat(files.get().getProperty("key")).isEqualTo("file");
    }

    @Test
    void filesMayComeAndGo() throws IOException {
        Files.delete(directory.resolve("application-prod.properties"));
        Files.delete(directory.resolve("application.properties"));
        assertThat(files.get().getProperty("key")).isEqualTo("fallback");
        write("application.yml", "key: yaml");
        assertThat(files.get().getProperty("key")).isEqualTo("yaml");
    }

    @Test
    void profilesAreThoseOfTheStart() {
        write("application.properties", "key=file", "spring.profiles.active=other");
        write("application-other.properties", "key=other");
        assertThat(files.get().getProperty("key")).isEqualTo("profile");
    }

    @Test
    void placeholdersAreResolvedAnew() {
        write("application-prod.properties", "key=${extra}");
        assertThat(files.get().getProperty("key")).isEqualTo("annotation");
    }

    @Test
    void namesAMalformedFileBelowFilesWithoutExtension() {
        write("secrets/username", "shop");
        write("application.properties", "spring.config.import=configtree:" + directory + "/secrets/");
        assertThat(files.get().getProperty("username")).isEqualTo("shop");
        write("application.properties", "key=\\u12");
        assertThatThrownBy(files::get)
                .isInstanceOf(ConfigurationFiles.Unreadable.class)
                .hasMessageContaining("application.properties' cannot be read: it is malformed");
    }

    @Test
    void doesNotCallAFileMalformedThatCannotBeOpened() {
        write("application.yml", "key: file");
        var resources = new DefaultResourceLoader() {
            @Override
            public Resource getResource(String location) {
                Resource resource = super.getResource(location);
                return location.endsWith("application.yml")
                        ? new Locked(directory.resolve("application.yml"))
                        : resource;
            }
        };
        assertThatThrownBy(new ConfigurationFiles(running, resources)::get)
                .isInstanceOf(ConfigurationFiles.Unreadable.class)
                .hasMessageContaining("application.yml' cannot be read: java.nio.file.AccessDeniedException");
    }

    private static final class Locked extends FileSystemResource {

        private Locked(Path file) {
            super(file);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            throw new AccessDeniedException(getPath());
        }
    }

    /** Loaders may choose the names of their sources. */
    @Test
    void replacesASourceThatItsLoaderNamed() throws IOException {
        write("META-INF/spring.factories", PropertySourceLoader.class.getName() + "=" + NamingLoader.class.getName());
        write("application.named", "first");
        try (var loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            var resources = new DefaultResourceLoader(loader);
            ConfigDataEnvironmentPostProcessor.applyTo(running, resources, null, List.of());
            assertThat(running.getProperty("named")).isEqualTo("first");
            write("application.named", "second");
            assertThat(new ConfigurationFiles(running, resources).get().getProperty("named"))
                    .isEqualTo("second");
        }
    }

    /** Reads the text of a file as the property {@code named} of the source {@code chosen}. */
    static final class NamingLoader implements PropertySourceLoader {

        @Override
        public String[] getFileExtensions() {
            return new String[] {"named"};
        }

        @Override
        public List<PropertySource<?>> load(String name, Resource resource) throws IOException {
            return List.of(source("chosen", "named", resource.getContentAsString(StandardCharsets.UTF_8)));
        }
    }

    private void write(String name, String... lines) {
        try {
            Files.createDirectories(directory.resolve(name).getParent());
            Files.writeString(directory.resolve(name), String.join("\n", lines));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> names(Environment environment) {
        return ((ConfigurableEnvironment) environment)
                .getPropertySources().stream().map(PropertySource::getName).toList();
    }

    private static MapPropertySource source(String name, String key, Object value) {
        return new MapPropertySource(name, Map.of(key, value));
    }
}
