package io.backoff.http.client;

import feign.FeignException;
import io.backoff.classify.ResponseExtractor;
import io.backoff.engine.TimeSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.ErrorResponse;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads responses from the exceptions of HTTP clients, and adapts the clients that Spring Boot configures. With {@code
 * backoff.http.client.enabled: false}, clients are not adapted, but responses are still read, because policies classify
 * failures by status.
 */
@AutoConfiguration
@Import({SendingConfiguration.class, ClientRetriesConfiguration.class, ServiceGroupConfiguration.class})
public final class BackoffHttpClientAutoConfiguration {

    @Bean
    ResponseParser backoffResponseParser(TimeSource time, ObjectProvider<ProblemHints.Reader> problems) {
        return new ResponseParser(time, problems.getIfAvailable(() -> ProblemHints.Reader.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonFactory.class)
    static class ProblemReading {

        @Bean
        ProblemHints.Reader backoffProblemHints() {
            return new JacksonProblems();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientResponseException.class)
    static class RestClients {

        @Bean
        ResponseExtractor backoffRestClientResponses(ResponseParser parser) {
            return new RestClientResponseExtractor(parser);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClientResponseException.class)
    static class WebClients {

        @Bean
        ResponseExtractor backoffWebClientResponses(ResponseParser parser) {
            return new WebClientResponseExtractor(parser);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(FeignException.class)
    static class FeignClients {

        @Bean
        ResponseExtractor backoffFeignResponses(ResponseParser parser) {
            return new FeignResponseExtractor(parser);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ErrorResponse.class)
    static class ErrorResponses {

        @Bean
        ResponseExtractor backoffErrorResponses(ResponseParser parser) {
            return new ErrorResponseExtractor(parser);
        }
    }
}
