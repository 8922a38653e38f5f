package io.backoff.grpc.server;

import io.backoff.test.FakeTime;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.advice.GrpcAdvice;
import org.springframework.grpc.server.exception.GrpcExceptionHandler;

/** The beans that all servers under test have in common. */
@Configuration(proxyBeanMethods = false)
@Import({FakeTime.class, AtomicInteger.class, ShopWork.class, ShopBeans.Advice.class})
class ShopBeans {

    @Bean
    SimpleMeterRegistry meters() {
        return new SimpleMeterRegistry();
    }

    @Bean
    GrpcExceptionHandler ownHandler() {
        return failure -> failure instanceof ShopWork.Handled
                ? Status.ALREADY_EXISTS
                        .withDescription("mine")
                        .withCause(failure)
                        .asException()
                : null;
    }

    @GrpcAdvice
    public static class Advice {

        @org.springframework.grpc.server.advice.GrpcExceptionHandler
        public Status handle(ShopWork.HandledByAdvice failure) {
            return Status.ALREADY_EXISTS.withDescription("mine").withCause(failure);
        }
    }
}
