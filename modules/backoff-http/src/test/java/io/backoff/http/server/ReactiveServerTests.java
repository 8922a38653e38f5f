package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BackoffOperations;
import io.backoff.http.OverloadedException;
import io.backoff.reactor.BackoffReactor;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class ReactiveServerTests extends ServerContract {

    ReactiveServerTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    static Stream<String> guarded() {
        return Stream.of("/guarded", "/guarded-flux", "/guarded-blocking", "/guarded-future");
    }

    /** Handlers that are not reactive are called when the body has been read, possibly on another thread. */
    @ParameterizedTest
    @CsvSource({
        "/posted-blocking, text/plain, body",
        "/posted-future, text/plain, body",
        "/posted-form, application/x-www-form-urlencoded, name=value"
    })
    void aBodyDoesNotHideTheRequest(String path, String type, String body) {
        assertForbidsRetry(server().post(path, body, "Content-Type", type), 500);
        assertThat(server().bottom()).hasValue(3);

        server().bottom().set(0);
        server().post(path, body, "Content-Type", type, "Retry-Attempt", "1;max=3");
        assertThat(server().bottom()).hasValue(1);
    }

    /** WebFlux takes no status from a cause. */
    @Test
    void aFailureWhoseCauseNamesAStatusForbidsRetries() {
        assertForbidsRetry(server().get("/guarded-hidden"), 500);
    }

    @Test
    void anErrorHandlerOfTheApplicationWins() {
        HttpResponse<String> response = server().get("/special");
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).isEqualTo("handled by the application");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Shared.class, Guarded.class})
    static class Application {

        @Bean
        WebFilter fullHouse() {
            return (exchange, chain) -> exchange.getRequest().getHeaders().containsHeader("X-Full")
                    ? Mono.error(new OverloadedException())
                    : chain.filter(exchange);
        }

        /** Has the order of Spring Boot's own handler, which is the last one that is called. */
        @Bean
        @Order(-1)
        WebExceptionHandler ownHandler() {
            return (exchange, failure) -> {
                if (!(failure instanceof Special)) {
                    return Mono.error(failure);
                }
                exchange.getResponse().setStatusCode(HttpStatus.CONFLICT);
                byte[] body = "handled by the application".getBytes(StandardCharsets.UTF_8);
                return exchange.getResponse()
                        .writeWith(
                                Mono.just(exchange.getResponse().bufferFactory().wrap(body)));
            };
        }
    }

    record Form(String name) {}

    static class Special extends OverloadedException {

        private static final long serialVersionUID = 1L;
    }

    @RestController
    static class Guarded extends GuardedPages {

        Guarded(BackoffReactor reactor, BackoffOperations operations, AtomicInteger bottom) {
            super(reactor, operations, bottom);
        }

        @GetMapping("/guarded")
        Mono<String> guarded() {
            return reactor.call("inner", () -> Mono.fromCallable(this::fail));
        }

        @GetMapping("/guarded-flux")
        Flux<String> guardedFlux() {
            return reactor.callMany("inner", () -> Flux.defer(() -> Flux.just(fail())));
        }

        @GetMapping("/guarded-blocking")
        String guardedBlocking() throws Exception {
            return operations.call("inner", this::fail);
        }

        @PostMapping("/posted-blocking")
        String postedBlocking(@RequestBody String body) throws Exception {
            return guardedBlocking();
        }

        @PostMapping("/posted-future")
        CompletableFuture<String> postedFuture(@RequestBody String body) {
            return guardedFuture();
        }

        @PostMapping("/posted-form")
        String postedForm(Form form) throws Exception {
            return guardedBlocking();
        }

        @GetMapping("/special")
        Mono<String> special() {
            return Mono.error(new Special());
        }
    }
}
