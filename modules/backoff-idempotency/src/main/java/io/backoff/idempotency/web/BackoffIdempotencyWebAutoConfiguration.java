package io.backoff.idempotency.web;

import io.backoff.idempotency.result.ResultSerializer;
import io.backoff.problem.ErrorPages;
import io.backoff.problem.LateProblemHandler;
import io.backoff.problem.OwnErrorHandlerConfiguration;
import io.backoff.problem.ProblemHandler;
import io.backoff.problem.ProblemResolver;
import io.backoff.problem.ProblemSource;
import io.backoff.problem.ServletProblems;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.server.WebFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import reactor.core.publisher.Mono;

/** Supports idempotent controllers on Spring MVC and WebFlux. */
@AutoConfiguration(
        // If exception handlers have the same order, the one that is registered first is called first. Our handler
        // comes after those of the application. It comes before the handler of backoff-http, which is more general, and
        // before the handler of Spring Boot, which responds to every failure.
        beforeName = {
            "io.backoff.http.server.BackoffHttpServerAutoConfiguration",
            "org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration"
        })
@ConditionalOnWebApplication
@ConditionalOnClass(ResponseEntity.class)
@Import(OwnErrorHandlerConfiguration.class)
@ImportRuntimeHints(ResponseHints.class)
public final class BackoffIdempotencyWebAutoConfiguration {

    private static final ProblemSource DUPLICATES = (failure, request) -> DuplicateProblems.of(failure);

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass({HttpServletRequest.class, HandlerExceptionResolver.class})
    static class Mvc {

        @Bean
        ServletRequests backoffServletRequests() {
            return new ServletRequests();
        }

        @Bean
        ResultSerializer.Factory backoffResponseForm() {
            return ResponseForm.factory(ServletRequests::status);
        }

        @Bean
        ProblemResolver backoffDuplicateResolver() {
            return new ProblemResolver(new ServletProblems(DUPLICATES, ErrorPages.FOR_BROWSERS));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnClass({WebFilter.class, Mono.class})
    static class WebFlux {

        @Bean
        ReactiveRequests backoffReactiveRequests() {
            return new ReactiveRequests();
        }

        @Bean
        ResultSerializer.Factory backoffResponseForm() {
            return ResponseForm.factory(HttpStatus.OK::value);
        }

        @Bean
        ExchangeFilter backoffExchangeFilter() {
            return new ExchangeFilter();
        }

        @Bean
        ProblemHandler backoffDuplicateHandler(ObjectProvider<LateProblemHandler> late) {
            return new ProblemHandler(DUPLICATES, late);
        }
    }
}
