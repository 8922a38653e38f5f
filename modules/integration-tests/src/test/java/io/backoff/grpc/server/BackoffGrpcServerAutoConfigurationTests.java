package io.backoff.grpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.http.server.BackoffHttpServerAutoConfiguration;
import io.backoff.server.CarriedCalls;
import io.backoff.server.IncomingRequests;
import io.backoff.server.Rejections;
import io.backoff.server.RequestWindow;
import io.backoff.server.ServerConfiguration;
import io.backoff.server.ServerMeters;
import io.grpc.BindableService;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

class BackoffGrpcServerAutoConfigurationTests {

    private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
            BackoffAutoConfiguration.class,
            BackoffGrpcServerAutoConfiguration.class,
            BackoffHttpServerAutoConfiguration.class,
            GrpcServerAutoConfiguration.class);

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(CONFIGURATIONS)
            // The beans are those of a server, without a port.
            .withPropertyValues("spring.grpc.server.factory.enabled=false");
    private final ApplicationContextRunner server =
            application.withBean(BindableService.class, () -> new ShopGrpc.ShopImplBase() {});

    @Test
    void servesGrpc() {
        server.run(running -> assertThat(running)
                .hasSingleBean(RetryServerInterceptor.class)
                .hasSingleBean(FailureRecorder.class)
                .hasSingleBean(RequestWindow.class)
                .doesNotHaveBean(ServerMeters.class));
    }

    @Test
    void registersItsMeters() {
        server.withBean(SimpleMeterRegistry.class)
                .run(running -> assertThat(running.getBean(MeterRegistry.class)
                                .find("backoff.server.requests")
                                .functionCounters())
                        .hasSize(4));
    }

    @Test
    void servesWithoutMicrometer() {
        server.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(running -> assertThat(running).hasSingleBean(RetryServerInterceptor.class));
    }

    @Test
    void servesWithoutSpringWebAndServlets() {
        server.withClassLoader(new FilteredClassLoader(
                        "org.springframework.web", "org.springframework.http", "jakarta.servlet"))
                .run(running -> {
                    assertThat(running).hasSingleBean(RetryServerInterceptor.class);
                    assertThat(running.getBean(Rejections.class)).isNotNull();
                });
    }

    @Test
    void servesWithoutTheTransportInProcess() {
        server.withClassLoader(new FilteredClassLoader("io.grpc.inprocess"))
                .run(running -> assertThat(running).hasSingleBean(RetryServerInterceptor.class));
    }

    @Test
    void sharesItsBeansWithHttp() {
        new WebApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .withPropertyValues("spring.grpc.server.factory.enabled=false")
                .withBean(BindableService.class, () -> new ShopGrpc.ShopImplBase() {})
                .run(running -> assertThat(running)
                        .hasSingleBean(RetryServerInterceptor.class)
                        .hasBean("backoffRetryServletFilter")
                        .hasSingleBean(RequestWindow.class)
                        .hasSingleBean(IncomingRequests.class)
                        .hasSingleBean(CarriedCalls.class));
    }

    @Test
    void isAbsentWithoutServer() {
        application.run(BackoffGrpcServerAutoConfigurationTests::isAbsent);
    }

    @Test
    void isAbsentWhenDisabled() {
        server.withPropertyValues("backoff.http.server.enabled=false")
                .run(BackoffGrpcServerAutoConfigurationTests::isAbsent);
    }

    @Test
    void isAbsentWithoutSpringGrpc() {
        application
                .withClassLoader(new FilteredClassLoader("org.springframework.grpc"))
                .run(BackoffGrpcServerAutoConfigurationTests::isAbsent);
    }

    @Test
    void isAbsentWithoutGrpc() {
        application
                .withClassLoader(new FilteredClassLoader("io.grpc"))
                .run(BackoffGrpcServerAutoConfigurationTests::isAbsent);
    }

    private static void isAbsent(org.springframework.boot.test.context.assertj.AssertableApplicationContext running) {
        assertThat(running)
                .hasSingleBean(BackoffAutoConfiguration.class)
                .doesNotHaveBean(BackoffGrpcServerAutoConfiguration.class)
                .doesNotHaveBean(ServerConfiguration.class)
                .doesNotHaveBean(RequestWindow.class);
    }
}
