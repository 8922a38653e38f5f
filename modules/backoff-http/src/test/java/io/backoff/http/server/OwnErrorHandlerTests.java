package io.backoff.http.server;

import static io.backoff.http.server.ServerContract.assertForbidsRetry;
import static io.backoff.http.server.ServerContract.assertNoRetry;
import static io.backoff.http.server.ServerContract.pushback;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A WebFlux application with an error handler of its own, for which that of Spring Boot backs off. The handler has no
 * order.
 */
class OwnErrorHandlerTests {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start(WebApplicationType.REACTIVE, Application.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        server.forget();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "text/html"})
    void rendersRejections(String accept) {
        double before = server.rejections("retryable");
        HttpResponse<String> response = get("/overloaded", 500, "Accept", accept);
        assertThat(response.body()).isEqualTo("own: OverloadedException");
        assertThat(response.headers().allValues("Retry-After")).hasSize(1);
        assertThat(pushback(response).orElseThrow()).isBetween(500L, 1_500L);
        assertThat(server.rejections("retryable")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "text/html"})
    void rendersRejectionsThatForbidRetries(String accept) {
        HttpResponse<String> response = get("/without-budget", 500, "Accept", accept);
        assertForbidsRetry(response, 500);
        assertThat(response.body()).isEqualTo("own: IllegalStateException");
        assertThat(response.headers().allValues("x-envoy-ratelimited")).containsExactly("true");
        assertThat(response.headers().allValues("Retry-After")).isEmpty();
    }

    @Test
    void rendersFailuresThatAreUsedUp() {
        HttpResponse<String> response = get("/guarded-permanent", 500);
        assertForbidsRetry(response, 500);
        assertThat(response.body()).isEqualTo("own: IllegalStateException");
    }

    @ParameterizedTest
    @CsvSource({"500, 60, 60000", "503, 60, 60000", "429, 60, 60000"})
    void choosesTheTime(int status, String seconds, long millis) {
        HttpResponse<String> response = get("/overloaded", status, "X-Retry-After", seconds);
        assertThat(response.headers().allValues("Retry-After")).containsExactly(seconds);
        assertThat(pushback(response)).hasValue(millis);
    }

    /** Nobody else responds, because Spring Boot's handler has backed off. */
    @Test
    void mayPassARejectionOn() {
        double before = server.rejections("no_retry");
        assertNoRetry(server.get("/without-budget", "X-Pass-On", "yes"));
        assertThat(server.rejections("no_retry")).isEqualTo(before + 1);
        assertThat(server.get("/overloaded", "X-Pass-On", "yes", "Accept", "text/html")
                        .body())
                .contains("urn:problem:backoff:overloaded");
    }

    @Test
    void mayFailOnARejection() {
        assertNoRetry(server.get("/without-budget", "X-Status", "none"));
    }

    @Test
    void othersGetNoAdvice() {
        HttpResponse<String> response = get("/unguarded", 500);
        assertThat(response.body()).isEqualTo("own: IllegalStateException");
        assertThat(pushback(response)).isEmpty();
    }

    private static HttpResponse<String> get(String path, int status, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "X-Status";
        all[headers.length + 1] = Integer.toString(status);
        HttpResponse<String> response = server.get(path, all);
        assertThat(response.statusCode()).isEqualTo(status);
        return response;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Shared.class)
    static class Application {

        @Bean
        ErrorWebExceptionHandler ownErrors() {
            return new OwnErrors();
        }
    }

    /** Responds to each failure with the status that the request asks for. */
    private static final class OwnErrors implements ErrorWebExceptionHandler {

        @Override
        public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
            var asked = exchange.getRequest().getHeaders();
            if (asked.containsHeader("X-Pass-On")) {
                return Mono.error(failure);
            }
            ServerHttpResponse response = exchange.getResponse();
            response.setStatusCode(HttpStatusCode.valueOf(Integer.parseInt(asked.getFirst("X-Status"))));
            if (asked.containsHeader("X-Retry-After")) {
                response.getHeaders().set("Retry-After", asked.getFirst("X-Retry-After"));
            }
            byte[] body = ("own: " + failure.getClass().getSimpleName()).getBytes(StandardCharsets.UTF_8);
            return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
        }
    }
}
