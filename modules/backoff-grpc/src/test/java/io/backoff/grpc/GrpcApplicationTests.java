package io.backoff.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ReactorShopGrpc;
import io.backoff.grpc.shop.ShopGrpc;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.grpc.client.autoconfigure.CompositeChannelFactoryAutoConfiguration;
import org.springframework.boot.grpc.client.autoconfigure.GrpcClientAutoConfiguration;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** A server and a client of Spring Boot's in one application. */
class GrpcApplicationTests {

    private static ConfigurableApplicationContext application;
    private static Channel channel;

    @BeforeAll
    static void start() {
        application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run("--spring.grpc.server.port=0");
        int port = application.getBean(GrpcServerLifecycle.class).getPort();
        channel = application.getBean(GrpcChannelFactory.class).createChannel("static://localhost:" + port);
    }

    @AfterAll
    static void close() {
        application.close();
    }

    @Test
    void answersEachKindOfStub() throws Exception {
        OrderRequest order = OrderRequest.newBuilder().setItem("tea").build();

        assertThat(ShopGrpc.newBlockingStub(channel).order(order).getText()).isEqualTo("tea");
        assertThat(ShopGrpc.newFutureStub(channel)
                        .order(order)
                        .get(10, TimeUnit.SECONDS)
                        .getText())
                .isEqualTo("tea");
        assertThat(ReactorShopGrpc.newReactorStub(channel)
                        .order(order)
                        .map(OrderReply::getText)
                        .block())
                .isEqualTo("tea");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SslAutoConfiguration.class,
        GrpcServerAutoConfiguration.class,
        GrpcClientAutoConfiguration.class,
        CompositeChannelFactoryAutoConfiguration.class
    })
    static class Application {

        @Bean
        ShopGrpc.ShopImplBase shop() {
            return new ShopGrpc.ShopImplBase() {
                @Override
                public void order(OrderRequest request, StreamObserver<OrderReply> replies) {
                    replies.onNext(
                            OrderReply.newBuilder().setText(request.getItem()).build());
                    replies.onCompleted();
                }
            };
        }
    }
}
