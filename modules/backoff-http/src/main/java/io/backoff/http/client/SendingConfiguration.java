package io.backoff.http.client;

import feign.RequestInterceptor;
import feign.RequestTemplate;
import io.backoff.client.HttpClientProperties;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.http.RetryAttemptHeader;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Adds {@code Retry-Attempt} and, if enabled, {@code Idempotency-Key} to the requests of every client that Spring Boot
 * configures, including HTTP interface clients. If the application has set one of these headers, its value is kept.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "backoff.http.client.enabled", matchIfMissing = true)
@EnableConfigurationProperties(HttpClientProperties.class)
class SendingConfiguration {

    @Bean
    OutgoingAttempt backoffOutgoingAttempt(HttpClientProperties properties) {
        return new OutgoingAttempt(properties.attemptHeader());
    }

    @Bean
    GeneratedKeys backoffGeneratedKeys(HttpClientProperties properties, TimeSource time) {
        return new GeneratedKeys(properties.idempotencyKey(), time);
    }

    /**
     * Adds the headers without an interceptor, because with interceptors Spring buffers the whole request body in
     * memory.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientCustomizer.class)
    static class RestClients {

        @Bean
        RestClientCustomizer backoffRestClientAttempts(OutgoingAttempt attempts, GeneratedKeys keys) {
            return builder -> builder.defaultRequest(request -> request.httpRequest(sent -> add(sent, attempts, keys)));
        }

        @Bean
        ResendCountHandler backoffResendCounts() {
            return new ResendCountHandler();
        }

        static void add(ClientHttpRequest request, OutgoingAttempt attempts, GeneratedKeys keys) {
            RetryScope scope = RetryScopeHolder.current();
            String method = request.getMethod().name();
            HttpHeaders headers = request.getHeaders();
            set(headers, RetryAttemptHeader.NAME, attempts.header(scope));
            if (!headers.containsHeader(GeneratedKeys.HEADER)) {
                String uri = request.getURI().toString();
                set(headers, GeneratedKeys.HEADER, keys.of(scope, method, uri));
            }
        }

        private static void set(HttpHeaders headers, String name, @Nullable String value) {
            if (value != null && !headers.containsHeader(name)) {
                headers.set(name, value);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestTemplateCustomizer.class)
    @SuppressWarnings("removal") // Spring Boot 4.2 deprecates RestTemplate and the types around it.
    static class RestTemplates {

        /**
         * Adds an initializer of requests. It runs before the application sets headers, so that a header of the
         * application replaces ours.
         */
        @Bean
        RestTemplateCustomizer backoffRestTemplateAttempts(OutgoingAttempt attempts, GeneratedKeys keys) {
            return template -> template.getClientHttpRequestInitializers()
                    .add(request -> RestClients.add(request, attempts, keys));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({WebClientCustomizer.class, WebClient.class})
    static class WebClients {

        @Bean
        WebClientCustomizer backoffWebClientAttempts(OutgoingAttempt attempts, GeneratedKeys keys) {
            return builder -> builder.filter(new AttemptFilter(attempts, keys));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestInterceptor.class)
    static class FeignClients {

        @Bean
        RequestInterceptor backoffFeignAttempts(OutgoingAttempt attempts, GeneratedKeys keys) {
            return request -> add(request, attempts, keys);
        }

        private static void add(RequestTemplate request, OutgoingAttempt attempts, GeneratedKeys keys) {
            RetryScope scope = RetryScopeHolder.current();
            set(request, RetryAttemptHeader.NAME, attempts.header(scope));
            if (!request.headers().containsKey(GeneratedKeys.HEADER)) {
                set(request, GeneratedKeys.HEADER, keys.of(scope, request.method(), request.url()));
            }
        }

        private static void set(RequestTemplate request, String name, @Nullable String value) {
            if (value != null && !request.headers().containsKey(name)) {
                request.header(name, value);
            }
        }
    }
}
