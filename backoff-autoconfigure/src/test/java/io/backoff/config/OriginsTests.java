package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.origin.OriginTrackedResource;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin.Location;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

/** Origins distinguish a file in the application's jar from one of the same name next to it. */
class OriginsTests {

    @TempDir
    private Path directory;

    @Test
    void aFileInTheJarHasANameAndOneOutsideAPath() throws IOException {
        Path beside = Files.createDirectory(directory.resolve("config")).resolve("application.yml");
        Files.writeString(beside, "backoff: {policies: {a: {delay: 1s}}}");
        Map<String, Setting> settings =
                start("backoff: {policies: {a: {max-attempts: 7}}}", "file:" + directory + "/config/");
        assertThat(settings.get("max-attempts").origin()).isEqualTo("application.yml:1:40");
        assertThat(settings.get("delay").origin()).isEqualTo(beside + ":1:33");
    }

    @Test
    void aRelativePathBeginsWithADot() throws IOException {
        Path target = Path.of("target", "origins");
        Files.createDirectories(target);
        Files.writeString(target.resolve("application.yml"), "backoff: {policies: {a: {delay: 1s}}}");
        Map<String, Setting> settings = start("backoff: {policies: {a: {max-attempts: 7}}}", "file:./target/origins/");
        assertThat(settings.get("delay").origin())
                .isEqualTo(String.join(File.separator, ".", "target", "origins", "application.yml:1:33"));
    }

    @Test
    void otherResourcesHaveTheirName() {
        assertThat(describe(new ByteArrayResource(new byte[0]))).isEqualTo("configuration:3:5");
        assertThat(describe(null)).isEqualTo("configuration:3:5");
    }

    @Test
    void looksInsideOfWhatIsTracked() {
        assertThat(describe(OriginTrackedResource.of((Resource) new ClassPathResource("config/a.yml"), null)))
                .isEqualTo("a.yml:3:5");
        assertThat(describe(new FileSystemResource("a.yml"))).isEqualTo("." + File.separator + "a.yml:3:5");
        assertThat(describe(new FileSystemResource("../a.yml"))).isEqualTo(".." + File.separator + "a.yml:3:5");
    }

    private static String describe(Resource resource) {
        return PropertyOrigins.describe(new TextResourceOrigin(resource, new Location(2, 4)));
    }

    private Map<String, Setting> start(String yamlInJar, String location) throws IOException {
        Path jar = directory.resolve("app.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("application.yml"));
            out.write(yamlInJar.getBytes(StandardCharsets.UTF_8));
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader())) {
            SpringApplication application = new SpringApplication(new DefaultResourceLoader(loader), Application.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            application.setBannerMode(Banner.Mode.OFF);
            application.setLogStartupInfo(false);
            application.setRegisterShutdownHook(false);
            try (ConfigurableApplicationContext running =
                    application.run("--spring.config.location=classpath:/," + location)) {
                return running.getBean(PolicyStore.class).settings(SettingsGroup.POLICIES, "a");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(BackoffAutoConfiguration.class)
    static class Application {}
}
