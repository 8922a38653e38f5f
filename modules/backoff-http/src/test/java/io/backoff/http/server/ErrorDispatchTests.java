package io.backoff.http.server;

import static io.backoff.http.server.ServerContract.assertForbidsRetry;
import static io.backoff.http.server.ServerContract.pushback;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.http.OverloadedException;
import io.backoff.server.RequestRetryScope;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Responses that an error controller of the application renders, which a servlet container calls after all filters. */
class ErrorDispatchTests {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start(WebApplicationType.SERVLET, Application.class);
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
    @ValueSource(strings = {"/unguarded", "/sent-500", "/callable"})
    void aPageThatTurnsAFailureIntoA503IsARejection(String path) {
        double before = server.rejections("retryable");
        HttpResponse<String> response = server.get(path, "X-Status", "503");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("own page");
        assertThat(pushback(response).orElseThrow()).isBetween(500L, 1_500L);
        assertThat(response.headers().allValues("Retry-After")).hasSize(1);
        assertThat(server.rejections("retryable")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @CsvSource({"/sent, 503", "/overloaded, 503", "/overloaded, 500", "/unguarded, 503", "/status, 503", "/limited, 429"
    })
    void aPageChoosesTheTime(String path, String status) {
        HttpResponse<String> response = server.get(path, "X-Status", status, "X-Retry-After", "60");
        assertThat(response.statusCode()).hasToString(status);
        assertThat(response.headers().allValues("Retry-After")).containsExactly("60");
        // Clients prefer the pushback.
        assertThat(response.headers().allValues("Retry-Pushback-Ms")).containsExactly("60000");
    }

    @Test
    void aPageChoosesTheTimeOfARejectionByAFilter() {
        HttpResponse<String> response = server.get("/ok", "X-Full", "yes", "X-Status", "503", "X-Retry-After", "60");
        assertThat(response.body()).isEqualTo("own page");
        assertThat(response.headers().allValues("Retry-After")).containsExactly("60");
        assertThat(pushback(response)).hasValue(60_000);
    }

    @ParameterizedTest
    @CsvSource({"/sent, 503", "/overloaded, 503", "/overloaded, 500"})
    void aPageLeavesTheTimeToTheServer(String path, String status) {
        HttpResponse<String> response = server.get(path, "X-Status", status);
        assertThat(response.headers().allValues("Retry-After")).hasSize(1);
        assertThat(pushback(response).orElseThrow()).isBetween(500L, 1_500L);
    }

    @Test
    void whatTheHandlerAskedForIsKept() {
        HttpResponse<String> response = server.get("/sent-with-hint", "X-Status", "503");
        assertThat(response.headers().allValues("Retry-After")).containsExactly("77");
        assertThat(pushback(response)).hasValue(77_000);
        response = server.get("/sent-with-hint", "X-Status", "404");
        assertThat(response.headers().allValues("Retry-After")).containsExactly("77");
        assertThat(pushback(response)).isEmpty();
    }

    @Test
    void aPageWithAnotherStatusTakesTheAdviceBack() {
        HttpResponse<String> response = server.get("/sent", "X-Status", "404");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.headers().map()).doesNotContainKeys("retry-after", "retry-pushback-ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "503"})
    void aCallThatIsUsedUpForbidsRetries(String status) {
        HttpResponse<String> response = server.get("/used-up", "X-Status", status, "X-Retry-After", "60");
        assertForbidsRetry(response, Integer.parseInt(status));
        assertThat(response.headers().allValues("Retry-After")).hasSize(status.equals("503") ? 0 : 1);
        response = server.get("/used-up", "X-Status", status, "X-Reset", "yes");
        assertForbidsRetry(response, Integer.parseInt(status));
    }

    @Test
    void aPageThatFailsItselfDoesNotPermitRetries() {
        assertForbidsRetry(server.get("/used-up", "X-Status", "none"), 500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ok", "/unguarded", "/sent", "/overloaded", "/limited", "/used-up", "/callable"})
    void eachRequestIsCountedOnce(String path) {
        double before = requests();
        server.get(path, "X-Status", "503");
        assertThat(requests()).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sent", "/overloaded", "/limited", "/status", "/overloaded-page"})
    void eachRejectionIsCountedOnce(String path) {
        double before = server.rejections("retryable");
        server.get(path, "X-Status", "503");
        server.get(path, "X-Status", "503", "X-Reset", "yes");
        assertThat(server.rejections("retryable")).isEqualTo(before + 2);
    }

    @Test
    void aPageIsInTheRequest() {
        assertThat(server.get("/sent", "X-Status", "503").headers().firstValue("X-In-Request"))
                .hasValue("true");
    }

    /** Otherwise, it would count as a request that arrives at its error page. */
    @Test
    void aRequestThatAnEarlierFilterRejectsIsNotSeen() {
        double before = requests();
        HttpResponse<String> response = server.get("/ok", "X-Early", "yes", "X-Status", "503");
        assertThat(response.body()).isEqualTo("own page");
        assertThat(pushback(response)).isEmpty();
        assertThat(requests()).isEqualTo(before);
    }

    private static double requests() {
        return Stream.of("0", "1", "2", "3+")
                .mapToDouble(retries -> server.count("backoff.server.requests", "retries", retries))
                .sum();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Shared.class, Failing.class, OwnPage.class})
    static class Application {

        @Bean
        Filter fullHouse() {
            return (request, response, chain) -> {
                if (isAsked(request, "X-Full")) {
                    throw new OverloadedException();
                }
                chain.doFilter(request, response);
            };
        }

        @Bean
        FilterRegistrationBean<Filter> gate() {
            FilterRegistrationBean<Filter> gate = new FilterRegistrationBean<>((request, response, chain) -> {
                if (isAsked(request, "X-Early")) {
                    ((HttpServletResponse) response).sendError(503);
                } else {
                    chain.doFilter(request, response);
                }
            });
            gate.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return gate;
        }

        private static boolean isAsked(ServletRequest request, String header) {
            return request.getDispatcherType() == DispatcherType.REQUEST
                    && ((HttpServletRequest) request).getHeader(header) != null;
        }
    }

    @RestController
    static class Failing {

        private final BackoffOperations operations;

        Failing(BackoffOperations operations) {
            this.operations = operations;
        }

        @GetMapping("/sent")
        void sent(HttpServletResponse response) throws IOException {
            response.sendError(503);
        }

        @GetMapping("/sent-500")
        void sent500(HttpServletResponse response) throws IOException {
            response.sendError(500);
        }

        @GetMapping("/sent-with-hint")
        void sentWithHint(HttpServletResponse response) throws IOException {
            response.setHeader("Retry-After", "77");
            response.sendError(503);
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            return () -> {
                throw new IllegalStateException("down");
            };
        }

        @GetMapping("/used-up")
        String usedUp() {
            return operations.call("inner", () -> {
                throw new IllegalStateException("down");
            });
        }

        @GetMapping("/overloaded-page")
        String overloadedPage() {
            throw new OverloadedException();
        }
    }

    /** Renders each failure as the request asks for. */
    @RestController
    static class OwnPage implements ErrorController {

        @RequestMapping("/error")
        String render(
                HttpServletRequest request,
                HttpServletResponse response,
                @RequestHeader("X-Status") String status,
                @RequestHeader(name = "X-Retry-After", required = false) String seconds,
                @RequestHeader(name = "X-Reset", required = false) String reset) {
            if (reset != null) {
                response.reset();
            }
            response.setStatus(Integer.parseInt(status));
            if (seconds != null) {
                response.setHeader("Retry-After", seconds);
            }
            response.setHeader("X-In-Request", "" + (RetryScopeHolder.current() instanceof RequestRetryScope));
            if ("/overloaded-page".equals(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI))) {
                throw new OverloadedException();
            }
            return "own page";
        }
    }
}
