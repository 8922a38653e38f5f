package io.backoff.grpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.grpc.server.ShopServer.Reply;
import io.backoff.grpc.shop.ShopGrpc;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Handlers that throw. */
class ThrowingHandlerTests extends GrpcServerContract {

    ThrowingHandlerTests() {
        super(Application.class);
    }

    @Test
    void strangersAreNotBelieved() {
        double retries = server().requests("1");
        double malformed = server().malformed();
        for (String value : new String[] {"1", "x", "-1"}) {
            assertThat(server().orderAsStranger("ok", "grpc-previous-rpc-attempts", value)
                            .text())
                    .isEqualTo("fine");
        }
        Reply expired = server().orderAsStranger("ok", "retry-attempt", "1;ttl=0");
        assertThat(expired.code()).isEqualTo(Status.Code.OK);
        assertThat(server().requests("1")).isEqualTo(retries);
        assertThat(server().malformed()).isEqualTo(malformed);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(ShopBeans.class)
    static class Application {

        @Bean
        ShopGrpc.ShopImplBase shop(ShopWork work) {
            return new ThrowingShop(work);
        }
    }
}
