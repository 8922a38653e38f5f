package io.backoff.grpc.server;

import io.backoff.grpc.shop.ShopGrpc;
import java.util.List;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.grpc.server.GlobalServerInterceptor;
import org.springframework.grpc.server.exception.CompositeGrpcExceptionHandler;
import org.springframework.grpc.server.exception.GrpcExceptionHandler;
import org.springframework.grpc.server.exception.GrpcExceptionHandlerInterceptor;

/** The order of Spring gRPC 1.1.2, which handles exceptions behind the interceptors of an application. */
class LateExceptionHandlerTests extends GrpcServerContract {

    LateExceptionHandlerTests() {
        super(Application.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(ShopBeans.class)
    static class Application {

        @Bean
        ShopGrpc.ShopImplBase shop(ShopWork work) {
            return new ThrowingShop(work);
        }

        @Bean
        @GlobalServerInterceptor
        LateInterceptor handlers(List<GrpcExceptionHandler> handlers) {
            return new LateInterceptor(
                    new CompositeGrpcExceptionHandler(handlers.toArray(GrpcExceptionHandler[]::new)));
        }
    }

    static class LateInterceptor extends GrpcExceptionHandlerInterceptor implements Ordered {

        LateInterceptor(GrpcExceptionHandler handler) {
            super(handler);
        }

        @Override
        public int getOrder() {
            return 1;
        }
    }
}
