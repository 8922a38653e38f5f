package io.backoff.grpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Message;
import com.google.rpc.RetryInfo;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.grpc.BackoffGrpcAutoConfiguration;
import io.backoff.grpc.ProtobufRetryInfo;
import io.backoff.grpc.RetryInfoReader;
import io.backoff.policy.Outcome;
import io.grpc.ClientInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.grpc.client.GrpcChannelBuilderCustomizer;
import org.springframework.grpc.client.GrpcChannelFactory;

class BackoffGrpcClientAutoConfigurationTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    BackoffAutoConfiguration.class,
                    BackoffGrpcAutoConfiguration.class,
                    BackoffGrpcClientAutoConfiguration.class));

    @Test
    void adaptsChannels() {
        application.run(running -> assertThat(running)
                .hasSingleBean(ClientInterceptor.class)
                .hasSingleBean(GrpcChannelBuilderCustomizer.class)
                .hasSingleBean(ListenableFutureKind.class)
                .hasSingleBean(ProtobufRetryInfo.class));
    }

    @Test
    void isAbsentWithoutGrpc() {
        application
                .withClassLoader(new FilteredClassLoader("io.grpc"))
                .run(running -> assertThat(running)
                        .hasSingleBean(BackoffOperations.class)
                        .doesNotHaveBean(BackoffGrpcClientAutoConfiguration.class));
    }

    @Test
    void leavesChannelsAloneWithoutSpringGrpc() {
        application
                .withClassLoader(new FilteredClassLoader(GrpcChannelFactory.class.getPackageName()))
                .run(running -> assertThat(running)
                        .hasSingleBean(StatusResponseExtractor.class)
                        .doesNotHaveBean(ClientInterceptor.class));
    }

    @ParameterizedTest
    @CsvSource({"enabled, false", "disable-client-retries, true"})
    void leavesChannelsAloneIfDisabled(String property, boolean intercepts) {
        application
                .withPropertyValues("backoff.http.client." + property + "=false")
                .run(running -> {
                    assertThat(running.getBeansOfType(ClientInterceptor.class)).hasSize(intercepts ? 1 : 0);
                    assertThat(running).doesNotHaveBean(GrpcChannelBuilderCustomizer.class);
                });
    }

    @ParameterizedTest
    @ValueSource(classes = {RetryInfo.class, Message.class})
    void classifiesWithoutProtocolBuffers(Class<?> absent) {
        application
                .withClassLoader(new FilteredClassLoader(absent.getPackageName()))
                .run(running -> {
                    assertThat(running).doesNotHaveBean(RetryInfoReader.class);
                    StatusRuntimeException failure = Status.NOT_FOUND.asRuntimeException();
                    assertThatThrownBy(() -> running.getBean(BackoffOperations.class)
                                    .run("default", () -> {
                                        throw failure;
                                    }))
                            .isSameAs(failure);
                    assertThat(running.getBean(CallStatisticsRegistry.class).counts("default"))
                            .containsOnlyKeys(Outcome.NOT_RETRYABLE);
                });
    }

    @Test
    void worksWithoutGuava() {
        application
                .withClassLoader(new FilteredClassLoader(ListenableFuture.class.getPackageName()))
                .run(running -> assertThat(running)
                        .hasSingleBean(StatusResponseExtractor.class)
                        .doesNotHaveBean(ListenableFutureKind.class));
    }
}
