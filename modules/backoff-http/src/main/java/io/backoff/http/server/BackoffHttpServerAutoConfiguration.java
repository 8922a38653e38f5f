package io.backoff.http.server;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.problem.ErrorPages;
import io.backoff.problem.LateProblemHandler;
import io.backoff.problem.OwnErrorHandlerConfiguration;
import io.backoff.problem.ProblemHandler;
import io.backoff.problem.ProblemResolver;
import io.backoff.problem.ServletProblems;
import io.backoff.server.CarriedCalls;
import io.backoff.server.IncomingRequests;
import io.backoff.server.Rejections;
import io.backoff.server.ServerConfiguration;
import io.backoff.server.TrustedProxies;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.reactive.config.WebFluxConfigurationSupport;
import org.springframework.web.server.WebFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurationSupport;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Reads the attempt number of HTTP requests, and adds retry advice to rejections. */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        },
        // This must come before Spring Boot's own error handlers: see OwnErrorPages, OwnErrorHandlerConfiguration,
        // backoffServletProblemDetails, backoffReactiveProblemDetails and backoffRejectionWebExceptionHandler.
        beforeName = {
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration",
            "org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration",
            "org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration"
        })
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "backoff.http.server.enabled", matchIfMissing = true)
@Import({ServerConfiguration.class, OwnErrorHandlerConfiguration.class})
public final class BackoffHttpServerAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass({OncePerRequestFilter.class, Filter.class})
    static class Servlets {

        @Bean
        ServletProblems backoffOverloadProblems(Rejections rejections, ObjectProvider<ErrorPages> pages) {
            return new ServletProblems(
                    new OverloadProblems(rejections)::ofServlet, pages.getIfAvailable(() -> ErrorPages.FOR_BROWSERS));
        }

        @Bean
        RetryServletFilter backoffRetryServletFilter(
                IncomingRequests requests,
                TrustedProxies trusted,
                Rejections rejections,
                ServletProblems problems,
                ObjectProvider<CarriedCalls> carried) {
            return new RetryServletFilter(
                    requests, trusted, rejections, problems, carried.getIfAvailable(() -> CarriedCalls.NONE));
        }
    }

    /**
     * Applies if the application has an error controller of its own. Spring Boot's controller does not count, because
     * it is registered later.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(type = "org.springframework.boot.webmvc.error.ErrorController")
    static class OwnErrorPages {

        @Bean
        ErrorPages backoffErrorPages() {
            return ErrorPages.FOR_ALL;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass({OncePerRequestFilter.class, Filter.class, HandlerExceptionResolver.class})
    static class Mvc {

        @Bean
        ProblemResolver backoffRejectionExceptionResolver(ServletProblems problems) {
            return new ProblemResolver(problems);
        }

        @Bean
        NamedStatusConfigurer backoffNamedStatusConfigurer() {
            return new NamedStatusConfigurer();
        }

        @Bean
        @Order(0) // This is the order of Spring Boot's own handler, whose conditions are the same.
        @ConditionalOnBooleanProperty("spring.mvc.problemdetails.enabled")
        @ConditionalOnMissingBean({WebMvcConfigurationSupport.class, ResponseEntityExceptionHandler.class})
        ServletProblemDetails backoffServletProblemDetails() {
            return new ServletProblemDetails();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnClass(WebFilter.class)
    static class WebFlux {

        @Bean
        RetryWebFilter backoffRetryWebFilter(IncomingRequests requests, TrustedProxies trusted, Rejections rejections) {
            return new RetryWebFilter(requests, trusted, rejections);
        }

        @Bean
        ProblemHandler backoffRejectionWebExceptionHandler(
                Rejections rejections, ObjectProvider<LateProblemHandler> late) {
            return new ProblemHandler(new OverloadProblems(rejections)::ofExchange, late);
        }
    }

    /** A separate configuration, because the handler needs WebFlux, whereas filters need only Spring Web. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnClass(WebFluxConfigurationSupport.class)
    static class WebFluxProblemDetails {

        @Bean
        @Order(0)
        @ConditionalOnBooleanProperty("spring.webflux.problemdetails.enabled")
        @ConditionalOnMissingBean({
            WebFluxConfigurationSupport.class,
            org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler.class
        })
        ReactiveProblemDetails backoffReactiveProblemDetails() {
            return new ReactiveProblemDetails();
        }
    }
}
