package io.backoff.sample.shop;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.client.RestClient;

/** The HTTP clients for the payment provider and the partner. */
@Configuration(proxyBeanMethods = false)
class ProviderClientConfiguration {

    /**
     * The clients are lazy only because provider and partner are this application, whose port is unknown until it
     * listens.
     */
    @Bean
    @Lazy
    RestClient provider(RestClient.Builder builder, @Value("${shop.provider-url}") String url) {
        return builder.baseUrl(url).build();
    }

    @Bean
    @Lazy
    RestClient partner(RestClient.Builder builder, @Value("${shop.partner-url}") String url) {
        return builder.baseUrl(url).build();
    }
}
