package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.aspectj.BackoffAspectAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.Docs.Block;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

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
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffAspectAutoConfiguration.class))
                .withPropertyValues(block.properties().toArray(String[]::new));
    }
}
