package io.backoff.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class BackoffGrpcAutoConfigurationTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(BackoffAutoConfiguration.class, BackoffGrpcAutoConfiguration.class));

    @Test
    void isPresentWithGrpc() {
        application.run(running -> assertThat(running).hasSingleBean(GrpcStatuses.class));
    }

    @Test
    void isAbsentWithoutGrpc() {
        application
                .withClassLoader(new FilteredClassLoader("io.grpc"))
                .run(running -> assertThat(running)
                        .hasSingleBean(BackoffOperations.class)
                        .doesNotHaveBean(BackoffGrpcAutoConfiguration.class));
    }
}
