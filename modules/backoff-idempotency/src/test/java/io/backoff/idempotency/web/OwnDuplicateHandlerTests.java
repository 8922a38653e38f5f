package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BackoffOperations;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.OperationInProgressException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import reactor.core.publisher.Mono;

/** Handlers of the application that respond to duplicates, and pass all other failures on. */
class OwnDuplicateHandlerTests {

    enum Handler {
        RESOLVER_WITHOUT_ORDER(WebApplicationType.SERVLET, Resolver.class),
        ERROR_HANDLER_WITHOUT_ORDER(WebApplicationType.REACTIVE, ErrorHandler.class),
        HANDLER_WITH_THE_ORDER_OF_SPRING_BOOT(WebApplicationType.REACTIVE, OrderedHandler.class);

        private final WebApplicationType type;
        private final Class<?> application;

        Handler(WebApplicationType type, Class<?> application) {
            this.type = type;
            this.application = application;
        }
    }

    @ParameterizedTest
    @EnumSource
    void comesFirst(Handler handler) {
        try (ShopServer server = new ShopServer(handler.type, handler.application)) {
            assertThat(server.post("/duplicate", "{}").statusCode()).isEqualTo(423);
            var busy = server.post("/busy", "{}");
            assertThat(busy.statusCode()).isEqualTo(409);
            assertThat(busy.body()).contains("urn:problem:backoff:idempotency-in-progress");
            assertThat(busy.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(busy.headers().firstValue("Retry-Pushback-Ms")).isEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Duplicates.class)
    static class Resolver {

        @Bean
        HandlerExceptionResolver own() {
            return (request, response, handler, failure) -> {
                if (!(failure instanceof DuplicateOperationException)) {
                    return null;
                }
                response.setStatus(HttpStatus.LOCKED.value());
                return new ModelAndView();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Duplicates.class)
    static class ErrorHandler {

        @Bean
        ErrorWebExceptionHandler own() {
            return OwnDuplicateHandlerTests::handle;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Duplicates.class)
    static class OrderedHandler {

        @Bean
        @Order(-1)
        WebExceptionHandler own() {
            return OwnDuplicateHandlerTests::handle;
        }
    }

    private static Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (!(failure instanceof DuplicateOperationException)) {
            return Mono.error(failure);
        }
        exchange.getResponse().setStatusCode(HttpStatus.LOCKED);
        return exchange.getResponse().setComplete();
    }

    @RestController
    static class Duplicates {

        private final BackoffOperations operations;

        Duplicates(BackoffOperations operations) {
            this.operations = operations;
        }

        @PostMapping("/duplicate")
        String duplicate() {
            throw new DuplicateOperationException("order");
        }

        @PostMapping("/busy")
        String busy() {
            return operations.call("patient", () -> {
                throw new OperationInProgressException("order", Duration.ZERO);
            });
        }
    }
}
