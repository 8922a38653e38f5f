package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.aspectj.BackoffAspectAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.Docs.Block;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ByteArrayResource;

/** What readers copy into their configuration starts an application; what is said to be refused does not. */
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
    @MethodSource
    void isRefused(Block block) {
        application(block).run(running -> assertThat(running).hasFailed());
    }

    static Stream<Block> isRefused() {
        return Docs.blocks("yaml refused");
    }

    private static ApplicationContextRunner application(Block block) {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ByteArrayResource(block.text().getBytes(StandardCharsets.UTF_8)));
        Properties properties = yaml.getObject();
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffAspectAutoConfiguration.class))
                .withPropertyValues(properties.keySet().stream()
                        .map(name -> name + "=" + properties.get(name))
                        .toArray(String[]::new));
    }
}
