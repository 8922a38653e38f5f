package io.backoff.grpc.client;

import com.google.common.util.concurrent.ListenableFuture;
import io.backoff.classify.ResponseExtractor;
import io.backoff.client.AttemptHeaderMode;
import io.backoff.client.HttpClientProperties;
import io.backoff.grpc.RetryInfoReader;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.grpc.client.GlobalClientInterceptor;
import org.springframework.grpc.client.GrpcChannelBuilderCustomizer;

/**
 * Reads statuses and trailers from gRPC's exceptions, guards methods that return the futures of stubs, and adapts the
 * channels that Spring Boot configures. With {@code backoff.http.client.enabled: false}, channels are not adapted.
 */
@AutoConfiguration
@ConditionalOnClass(Status.class)
public final class BackoffGrpcClientAutoConfiguration {

    @Bean
    ResponseExtractor backoffGrpcResponses(ObjectProvider<RetryInfoReader> details) {
        return new StatusResponseExtractor(details.getIfAvailable(() -> RetryInfoReader.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ListenableFuture.class)
    static class Futures {

        @Bean
        ListenableFutureKind backoffListenableFutureKind() {
            return new ListenableFutureKind();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(GlobalClientInterceptor.class)
    @ConditionalOnBooleanProperty(name = "backoff.http.client.enabled", matchIfMissing = true)
    @EnableConfigurationProperties(HttpClientProperties.class)
    static class Channels {

        /** This interceptor is the last one, so that it sees metadata and deadlines set by other interceptors. */
        @Bean
        @GlobalClientInterceptor
        @Order(Ordered.LOWEST_PRECEDENCE)
        AttemptInterceptor backoffGrpcAttempts(HttpClientProperties properties) {
            return new AttemptInterceptor(properties.attemptHeader() != AttemptHeaderMode.NEVER);
        }
    }

    /** Disables gRPC's retries, except transparent retries of calls that never reached the server application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({GrpcChannelBuilderCustomizer.class, ManagedChannelBuilder.class})
    @ConditionalOnBooleanProperty(
            name = {"backoff.http.client.enabled", "backoff.http.client.disable-client-retries"},
            matchIfMissing = true)
    static class ClientRetries {

        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        <T extends ManagedChannelBuilder<T>> GrpcChannelBuilderCustomizer<T> backoffGrpcRetries() {
            return (target, builder) -> builder.maxRetryAttempts(1).maxHedgedAttempts(1);
        }
    }
}
