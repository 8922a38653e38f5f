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
 * Matches only an error handler of the application, for which Spring Boot's own handler backs off. An auto-configuration
 * with a {@link ProblemHandler} imports this class, and must come before that of Spring Boot's handler.
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
