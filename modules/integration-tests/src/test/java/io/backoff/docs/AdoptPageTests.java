package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.docs.code.adopt.ShopApplication;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Docs;
import io.backoff.testkit.Docs.Block;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * The application of the page on adopted retries responds and logs as the page shows: after each configuration that the
 * page adds, as the sessions below it show.
 */
@ExtendWith(OutputCaptureExtension.class)
class AdoptPageTests {

    private static final Path PAGE = Docs.GUIDE.resolve("adopt.md");
    /** The auto-configurations of the reader's application. */
    private static final String NEEDED = "io\\.backoff\\..*|org\\.springframework\\.boot\\."
            + "(actuate|autoconfigure|health|http\\.converter|jackson|micrometer\\.metrics|servlet|tomcat|webmvc)\\..*";

    @AfterEach
    void logAsBefore() {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.backoff.adopt", null);
        logging.setLogLevel("io.backoff.autoconfigure", null);
    }

    @Test
    void showsWhatHappens(CapturedOutput log) {
        List<Block> steps = Docs.blocks(PAGE, "yaml");
        for (int i = 0; i < steps.size(); i++) {
            int next = i + 1 < steps.size() ? steps.get(i + 1).line() : Integer.MAX_VALUE;
            int from = steps.get(i).line();
            try (ConfigurableApplicationContext shop = start(steps.subList(0, i + 1))) {
                int port = shop.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
                Docs.blocks(PAGE, "console").stream()
                        .filter(block -> block.line() > from && block.line() < next)
                        .flatMap(block -> Console.exchanges(block).stream())
                        .forEach(each -> assertThat(each.response(port))
                                .as(each.command())
                                .matches(Console.like(each.expected())));
            }
        }
        assertThat(Docs.blocks(PAGE, "log").stream()
                        .flatMap(block -> block.text().lines()))
                .hasSize(4)
                .allSatisfy(line -> assertThat(log.getOut().lines())
                        .anyMatch(each -> Console.like(line).matcher(each).find()));
    }

    private static ConfigurableApplicationContext start(List<Block> configuration) {
        Properties properties = new Properties();
        configuration.stream()
                .flatMap(Block::properties)
                .map(each -> each.split("=", 2))
                .forEach(each -> properties.setProperty(each[0], each[1]));
        return new SpringApplicationBuilder(ShopApplication.class, InTests.class)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(properties)
                .properties(
                        "server.port=0",
                        "logging.level.io.backoff.adopt=info",
                        "logging.level.io.backoff.autoconfigure=info")
                .properties(Map.of("tests.auto-configure-only", NEEDED))
                .run();
    }

    /** Stops the clock, so that budgets' reserves grant no retries while the test runs. */
    static class InTests {

        @Bean
        FakeTime time() {
            return new FakeTime();
        }
    }
}
