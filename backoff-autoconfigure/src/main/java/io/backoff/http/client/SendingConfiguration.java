package io.backoff.http.client;

import feign.RequestInterceptor;
import feign.RequestTemplate;
import io.backoff.engine.LayerScope;
import io.backoff.http.RetryAttemptHeader;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Tells callees which attempt a request is part of, on every client that Spring Boot configures, HTTP interface clients
 * included. A request that carries a {@code Retry-Attempt} header already is left as it is.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "backoff.http.client.enabled", matchIfMissing = true)
class SendingConfiguration {

    /** Without an interceptor: those make Spring hold the whole body of each request in memory. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientCustomizer.class)
    static class RestClients {

        @Bean
        RestClientCustomizer backoffRestClientAttempts() {
            return builder -> builder.defaultRequest(request -> request.httpRequest(sent -> add(sent.getHeaders())));
        }

        /** Headers that a caller sets come later and replace this one. */
        @Bean
        RestTemplateCustomizer backoffRestTemplateAttempts() {
            return template -> template.getClientHttpRequestInitializers().add(request -> add(request.getHeaders()));
        }

        private static void add(HttpHeaders headers) {
            String value = OutgoingAttempt.header(LayerScope.current());
            if (value != null && !headers.containsHeader(RetryAttemptHeader.NAME)) {
                headers.set(RetryAttemptHeader.NAME, value);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({WebClientCustomizer.class, WebClient.class})
    static class WebClients {

        @Bean
        WebClientCustomizer backoffWebClientAttempts() {
            return builder -> builder.filter(new AttemptFilter());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestInterceptor.class)
    static class FeignClients {

        @Bean
        RequestInterceptor backoffFeignAttempts() {
            return FeignClients::add;
        }

        private static void add(RequestTemplate request) {
            String value = OutgoingAttempt.header(LayerScope.current());
            if (value != null && !request.headers().containsKey(RetryAttemptHeader.NAME)) {
                request.header(RetryAttemptHeader.NAME, value);
            }
        }
    }
}
