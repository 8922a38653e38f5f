package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.http.OverloadedException;
import io.backoff.reactor.BackoffReactor;
import io.backoff.server.RequestRetryScope;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import reactor.core.publisher.Mono;

class ServletServerTests extends ServerContract {

    ServletServerTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    static Stream<String> guarded() {
        return Stream.of("/guarded", "/guarded-future", "/guarded-callable", "/guarded-mono");
    }

    /** Spring MVC takes the status from a cause. */
    @Test
    void aFailureWhoseCauseNamesAStatusForbidsRetries() {
        assertForbidsRetry(server().get("/guarded-hidden"), 502);
    }

    @Test
    void anAsynchronousRejectionGetsAResponseToo() {
        HttpResponse<String> response = server().get("/deferred");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(Server.json(response).get("retry")).isEqualTo("after");
        assertThat(response.headers().allValues("Retry-After")).hasSize(1);
    }

    @Test
    void anAsynchronousResponseOfTheApplicationGetsHeaders() {
        HttpResponse<String> response = server().get("/deferred-own");
        assertThat(response.headers().allValues("Retry-After")).containsExactly("7");
        assertThat(pushback(response).orElseThrow()).isNotNegative();
    }

    @Test
    void theThreadThatAnAsynchronousRequestIsHandedBackToIsInTheRequest() {
        assertThat(server().get("/in-layer").body()).isEqualTo("true");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Shared.class, Guarded.class})
    static class Application {

        @Bean
        Filter fullHouse() {
            return (request, response, chain) -> {
                if (((HttpServletRequest) request).getHeader("X-Full") != null) {
                    throw new OverloadedException();
                }
                chain.doFilter(request, response);
            };
        }
    }

    @RestController
    static class Guarded extends GuardedPages {

        Guarded(BackoffReactor reactor, BackoffOperations operations, AtomicInteger bottom) {
            super(reactor, operations, bottom);
        }

        @GetMapping("/guarded")
        String guarded() throws Exception {
            return operations.call("inner", this::fail);
        }

        @GetMapping("/guarded-callable")
        Callable<String> guardedCallable() {
            return this::guarded;
        }

        @GetMapping("/guarded-mono")
        Mono<String> guardedMono() {
            return reactor.call("inner", () -> Mono.fromCallable(this::fail));
        }

        @GetMapping("/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            ForkJoinPool.commonPool().execute(() -> result.setErrorResult(new OverloadedException()));
            return result;
        }

        @GetMapping("/deferred-own")
        CompletableFuture<ResponseEntity<String>> deferredOwn() {
            return CompletableFuture.supplyAsync(
                    () -> ResponseEntity.status(503).header("Retry-After", "7").body("closed"));
        }

        @GetMapping("/in-layer")
        Callable<String> inLayer() {
            return () -> "" + (RetryScopeHolder.current() instanceof RequestRetryScope);
        }
    }
}
