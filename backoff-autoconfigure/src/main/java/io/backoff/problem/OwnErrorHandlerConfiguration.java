package io.backoff.problem;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Applies if the application has its own error handler, which replaces Spring Boot's handler. An auto-configuration
 * with a {@link ProblemHandler} imports this class. That auto-configuration must come before the one with Spring Boot's
 * handler: otherwise, this class would take Spring Boot's handler for the application's own.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({WebExceptionHandler.class, Mono.class})
@ConditionalOnBean(
        type = "org.springframework.boot.webflux.error.ErrorWebExceptionHandler",
        search = SearchStrategy.CURRENT)
public class OwnErrorHandlerConfiguration {

    @Bean
    LateProblemHandler backoffLateProblemHandler() {
        return new LateProblemHandler();
    }
}
