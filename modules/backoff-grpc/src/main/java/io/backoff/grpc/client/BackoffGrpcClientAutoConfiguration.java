package io.backoff.grpc.client;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.backoff.classify.ResponseExtractor;
import io.backoff.client.AttemptHeaderMode;
import io.backoff.client.HttpClientProperties;
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
 * Auto-configuration that reads statuses and trailers from the exceptions of gRPC, guards methods that return the
 * futures of its stubs, and adapts the channels that Spring Boot configures. {@code backoff.http.client.enabled: false}
 * leaves channels alone.
 */
@AutoConfiguration
@ConditionalOnClass(Status.class)
public final class BackoffGrpcClientAutoConfiguration {

    @Bean
    ResponseExtractor backoffGrpcResponses(ObjectProvider<RetryInfoReader> details) {
        return new StatusResponseExtractor(details.getIfAvailable(() -> RetryInfoReader.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RetryInfo.class, Any.class})
    static class Details {

        @Bean
        RetryInfoReader backoffGrpcRetryInfo() {
            return new ProtobufRetryInfo();
        }
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

        /** The last interceptor, so that it sees the metadata and the deadline that others set. */
        @Bean
        @GlobalClientInterceptor
        @Order(Ordered.LOWEST_PRECEDENCE)
        AttemptInterceptor backoffGrpcAttempts(HttpClientProperties properties) {
            return new AttemptInterceptor(properties.attemptHeader() != AttemptHeaderMode.NEVER);
        }
    }

    /** Keeps gRPC's transparent retries: the server application has not seen such a call. */
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
