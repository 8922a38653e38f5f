package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.docs.code.shop.ShopApplication;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Docs;
import io.backoff.testkit.Docs.Block;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.web.util.UriComponentsBuilder;

/** The application of the first page, with its configuration, responds and logs as the page shows. */
@ExtendWith(OutputCaptureExtension.class)
class StartPageTests {

    private static final Path PAGE = Docs.GUIDE.resolve("start.md");

    @AfterEach
    void logAsBefore() {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel("io.backoff.policies", null);
    }

    @Test
    void showsWhatHappens(@TempDir Path directory, CapturedOutput log) throws IOException {
        Files.writeString(directory.resolve("application.yml"), yaml(PAGE));
        try (URLClassLoader loader = loader(directory);
                ConfigurableApplicationContext shop = start(loader)) {
            int port = shop.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            for (Block block : Docs.blocks(PAGE, "console")) {
                Console.exchanges(block)
                        .forEach(each -> assertThat(each.response(port))
                                .as(each.command())
                                .matches(Console.like(each.expected())));
            }
        }
        for (Block block : Docs.blocks(PAGE, "log")) {
            block.text()
                    .lines()
                    .forEach(line -> assertThat(log.getOut().lines())
                            .as(line)
                            .anyMatch(each -> Console.like(line).matcher(each).find()));
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void isTheSameInProperties(Path page) throws IOException {
        List<Block> blocks = Docs.blocks(page, "properties");
        assertThat(blocks).hasSize(1);
        Properties properties = new Properties();
        properties.load(new StringReader(blocks.get(0).text()));
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ByteArrayResource(yaml(page).getBytes(StandardCharsets.UTF_8)));
        assertThat(plain(properties)).isEqualTo(plain(yaml.getObject()));
    }

    /** The pages on which a reader first configures a policy. */
    static List<Path> pages() {
        return List.of(Docs.README, PAGE);
    }

    private static Map<String, String> plain(Properties properties) {
        return properties.entrySet().stream()
                .collect(Collectors.toMap(
                        each -> each.getKey().toString(),
                        each -> each.getValue().toString().replace(" ", "")));
    }

    private static String yaml(Path page) {
        List<Block> blocks = Docs.blocks(page, "yaml");
        assertThat(blocks).hasSize(1);
        return blocks.get(0).text();
    }

    /** A class loader that finds the page's files as if they were in the jar of the application. */
    private static URLClassLoader loader(Path directory) throws IOException {
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, StartPageTests.class.getClassLoader());
    }

    private static ConfigurableApplicationContext start(ClassLoader loader) {
        return new SpringApplicationBuilder(new DefaultResourceLoader(loader), ShopApplication.class, InTests.class)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties("server.port=0")
                .run();
    }

    /** Puts its provider on another port, and makes delays take no time. */
    static class InTests {

        @Bean
        FakeTime time() {
            return new FakeTime();
        }

        @Bean
        RestClientCustomizer providerOnPort(Environment environment) {
            ClientHttpRequestInterceptor port = (request, body, execution) ->
                    execution.execute(new OnPort(request, environment.getRequiredProperty("local.server.port")), body);
            return builder -> builder.requestInterceptor(port);
        }
    }

    /** A request that goes to another port. */
    private static final class OnPort extends HttpRequestWrapper {

        private final String port;

        OnPort(HttpRequest request, String port) {
            super(request);
            this.port = port;
        }

        @Override
        public URI getURI() {
            return UriComponentsBuilder.fromUri(super.getURI())
                    .port(port)
                    .build(true)
                    .toUri();
        }
    }
}
