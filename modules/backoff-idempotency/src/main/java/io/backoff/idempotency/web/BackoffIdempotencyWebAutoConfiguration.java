package io.backoff.idempotency.web;

import io.backoff.idempotency.result.ResultSerializer;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.http.ResponseEntity;
import org.springframework.web.server.WebFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import reactor.core.publisher.Mono;

/** Supports idempotent controllers on Spring MVC and WebFlux. */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnClass(ResponseEntity.class)
@ImportRuntimeHints(ResponseHints.class)
public final class BackoffIdempotencyWebAutoConfiguration {

    @Bean
    ResultSerializer.Factory backoffResponseForm() {
        return ResponseForm.FACTORY;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass({HttpServletRequest.class, HandlerExceptionResolver.class})
    static class Mvc {

        @Bean
        ServletRequests backoffServletRequests() {
            return new ServletRequests();
        }

        @Bean
        DuplicateResolver backoffDuplicateResolver() {
            return new DuplicateResolver();
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
        ExchangeFilter backoffExchangeFilter() {
            return new ExchangeFilter();
        }

        @Bean
        DuplicateHandler backoffDuplicateHandler() {
            return new DuplicateHandler();
        }
    }
}
