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
 * Keeps Apache HttpClient from retrying by itself, where Spring Boot configures it: it would send each attempt that is
 * answered by 429 or 503 a second time, POST included, and a callee would see six requests instead of three.
 *
 * <p>What the clients of the JDK do when a connection is reset, send a GET once more, is left to the JDK:
 * it has no setting per client.
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
            // Without these Spring Boot does not pick it either.
            name = {"reactor.core.publisher.Mono", "org.apache.hc.core5.reactive.ReactiveResponseConsumer"})
    static class Reactive {

        @Bean
        ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder>
                backoffReactiveHttpComponentsRetries() {
            return builder -> builder.withHttpClientCustomizer(HttpAsyncClientBuilder::disableAutomaticRetries);
        }
    }
}
