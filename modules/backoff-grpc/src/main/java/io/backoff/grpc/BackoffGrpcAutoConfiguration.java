package io.backoff.grpc;

import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.grpc.Status;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Assigns gRPC failures to the groups {@code transient} and {@code permanent}, and reads {@code RetryInfo}. */
@AutoConfiguration(before = BackoffAutoConfiguration.class)
@ConditionalOnClass(Status.class)
public final class BackoffGrpcAutoConfiguration {

    @Bean
    GrpcStatuses backoffGrpcStatuses() {
        return new GrpcStatuses();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RetryInfo.class, Any.class})
    static class Details {

        @Bean
        RetryInfoReader backoffGrpcRetryInfo() {
            return new ProtobufRetryInfo();
        }
    }
}
