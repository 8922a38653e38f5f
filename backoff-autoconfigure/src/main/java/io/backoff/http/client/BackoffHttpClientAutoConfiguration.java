package io.backoff.http.client;

import feign.FeignException;
import io.backoff.engine.TimeSource;
import io.backoff.policy.AnswerReader;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.ErrorResponse;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Reads the HTTP status and the {@code Retry-After} header from the exceptions of the clients that are present. */
@AutoConfiguration
public final class BackoffHttpClientAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientResponseException.class)
    static class RestClients {

        @Bean
        AnswerReader backoffRestClientAnswers(TimeSource time) {
            return new RestClientAnswers(time);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClientResponseException.class)
    static class WebClients {

        @Bean
        AnswerReader backoffWebClientAnswers(TimeSource time) {
            return new WebClientAnswers(time);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(FeignException.class)
    static class FeignClients {

        @Bean
        AnswerReader backoffFeignAnswers(TimeSource time) {
            return new FeignAnswers(time);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ErrorResponse.class)
    static class ErrorResponses {

        @Bean
        AnswerReader backoffErrorResponseAnswers(TimeSource time) {
            return new ErrorResponseAnswers(time);
        }
    }
}
