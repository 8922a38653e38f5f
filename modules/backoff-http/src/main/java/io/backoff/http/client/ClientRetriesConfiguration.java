package io.backoff.http.client;

import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Disables the retries of Apache HttpClient in clients configured by Spring Boot. If an attempt fails with 429 or 503,
 * Apache HttpClient would send the request a second time, even if it is a POST. From a call with three attempts, the
 * callee would receive six requests.
 *
 * <p>The JDK's clients still repeat a GET after a connection reset, because the JDK cannot disable this for a single
 * client.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(
        name = {"backoff.http.client.enabled", "backoff.http.client.disable-client-retries"},
        matchIfMissing = true)
class ClientRetriesConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ClientHttpRequestFactoryBuilderCustomizer.class, HttpClientBuilder.class})
    static class Blocking {

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder>
                backoffHttpComponentsRetries() {
            return builder -> builder.withHttpClientCustomizer(HttpClientBuilder::disableAutomaticRetries);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            value = {ClientHttpConnectorBuilderCustomizer.class, HttpAsyncClientBuilder.class},
            // Spring Boot uses this client only if these types are present too.
            name = {"reactor.core.publisher.Mono", "org.apache.hc.core5.reactive.ReactiveResponseConsumer"})
    static class Reactive {

        @Bean
        ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder>
                backoffReactiveHttpComponentsRetries() {
            return builder -> builder.withHttpClientCustomizer(HttpAsyncClientBuilder::disableAutomaticRetries);
        }
    }
}
