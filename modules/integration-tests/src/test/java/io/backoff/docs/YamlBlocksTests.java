package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.backoff.aspectj.BackoffAspectAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.testkit.Docs;
import io.backoff.testkit.Docs.Block;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/**
 * YAML that readers copy into their configuration starts an application; YAML documented as rejected is rejected for
 * that reason.
 */
@ExtendWith(OutputCaptureExtension.class)
class YamlBlocksTests {

    @ParameterizedTest
    @MethodSource
    void isAccepted(Block block) {
        application(block).run(running -> assertThat(running).hasNotFailed());
    }

    static Stream<Block> isAccepted() {
        return Docs.blocks("yaml");
    }

    @ParameterizedTest
    @MethodSource("isAccepted")
    void setsWhatExists(Block block) {
        assertThat(block.properties().map(each -> each.replaceFirst("(\\[[^]]*])?=.*", "")))
                // The library rejects unknown properties; others ignore them.
                .filteredOn(name -> !name.startsWith("backoff."))
                .allSatisfy(
                        name -> assertThat(Metadata.isProperty(name)).as(name).isTrue());
    }

    @ParameterizedTest
    @MethodSource
    void isRejected(Block block, CapturedOutput log) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(Empty.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties(block.properties().toArray(String[]::new));
        assertThatException().isThrownBy(application::run);
        assertThat(block.heading().split("…"))
                .allSatisfy(part -> assertThat(log.getOut()).contains(part));
    }

    static Stream<Block> isRejected() {
        return Docs.blocks("yaml refused");
    }

    private static ApplicationContextRunner application(Block block) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffAspectAutoConfiguration.class))
                .withPropertyValues(block.properties().toArray(String[]::new));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    static class Empty {}
}
