package io.backoff.grpc.server;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.grpc.RetryInfoReader;
import io.backoff.server.CarriedCalls;
import io.backoff.server.IncomingRequests;
import io.backoff.server.Rejections;
import io.backoff.server.ServerConfiguration;
import io.backoff.server.TrustedProxies;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.GlobalServerInterceptor;
import org.springframework.grpc.server.exception.GrpcExceptionHandlerInterceptor;
import org.springframework.grpc.server.service.GrpcServiceConfigurer;

/** Reads the attempt number of gRPC calls, and adds retry advice to rejected calls. */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({GlobalServerInterceptor.class, GrpcServiceConfigurer.class})
@ConditionalOnBean(type = "org.springframework.grpc.server.service.GrpcServiceConfigurer")
@ConditionalOnBooleanProperty(name = "backoff.http.server.enabled", matchIfMissing = true)
@Import(ServerConfiguration.class)
public final class BackoffGrpcServerAutoConfiguration {

    @Bean
    @GlobalServerInterceptor
    RetryServerInterceptor backoffRetryServerInterceptor(
            IncomingRequests requests,
            TrustedProxies trusted,
            Rejections rejections,
            ObjectProvider<RetryInfoReader> details) {
        return new RetryServerInterceptor(
                requests, new TrustedPeers(trusted), rejections, details.getIfAvailable(() -> RetryInfoReader.NONE));
    }

    @Bean
    @GlobalServerInterceptor
    FailureRecorder backoffFailureRecorder(ObjectProvider<GrpcExceptionHandlerInterceptor> handlers) {
        return new FailureRecorder(handlers.getIfUnique());
    }

    /**
     * Keeps the calls of Spring gRPC's servlet out of Backoff's servlet filter, which would count them a second time.
     */
    @Bean
    CarriedCalls backoffGrpcCalls() {
        return contentType -> contentType.regionMatches(true, 0, "application/grpc", 0, "application/grpc".length());
    }
}
