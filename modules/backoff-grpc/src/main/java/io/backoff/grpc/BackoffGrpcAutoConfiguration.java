package io.backoff.grpc;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.grpc.Status;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Assigns gRPC failures to the groups {@code transient} and {@code permanent}. */
@AutoConfiguration(before = BackoffAutoConfiguration.class)
@ConditionalOnClass(Status.class)
public final class BackoffGrpcAutoConfiguration {

    @Bean
    GrpcStatuses backoffGrpcStatuses() {
        return new GrpcStatuses();
    }
}
