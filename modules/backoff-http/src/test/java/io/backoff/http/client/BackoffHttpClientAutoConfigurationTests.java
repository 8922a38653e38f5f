package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import feign.RequestInterceptor;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.classify.Verdict;
import io.backoff.policy.BackoffPolicies;
import io.backoff.testkit.Applications;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.RestClientResponseException;

class BackoffHttpClientAutoConfigurationTests {

    private static final String[] SENDERS = {
        "backoffRestClientAttempts", "backoffRestTemplateAttempts", "backoffWebClientAttempts", "backoffFeignAttempts"
    };
    private static final String[] CLIENT_RETRIES = {
        "backoffHttpComponentsRetries", "backoffReactiveHttpComponentsRetries"
    };

    private final ApplicationContextRunner context = ClientApplication.runner();

    @Test
    void adaptsEveryClient() {
        context.run(running ->
                assertThat(running.getBeanDefinitionNames()).contains(SENDERS).contains(CLIENT_RETRIES));
    }

    @Test
    void leavesClientsAloneWhenDisabled() {
        context.withPropertyValues("backoff.http.client.enabled=false").run(running -> {
            assertThat(running.getBeanDefinitionNames()).doesNotContain(SENDERS).doesNotContain(CLIENT_RETRIES);
            assertThat(neverRetried(running)).isEqualTo(Verdict.overloaded());
        });
    }

    @Test
    void sendsWhenClientsMayRetry() {
        context.withPropertyValues("backoff.http.client.disable-client-retries=false")
                .run(running -> assertThat(running.getBeanDefinitionNames())
                        .contains(SENDERS)
                        .doesNotContain(CLIENT_RETRIES));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                RestClientCustomizer.class,
                WebClientCustomizer.class,
                ClientHttpRequestFactoryBuilderCustomizer.class,
                ClientHttpConnectorBuilderCustomizer.class,
                HttpClientBuilder.class,
                RequestInterceptor.class
            })
    void startsWithoutALibrary(Class<?> absent) {
        ourBeans()
                .withClassLoader(new FilteredClassLoader(absent.getPackageName()))
                .run(running -> assertThat(running).hasNotFailed());
    }

    @Test
    @SuppressWarnings("removal") // Of RestTemplateCustomizer.
    void adaptsRestClientWhereRestTemplateIsGone() {
        ourBeans()
                .withClassLoader(new FilteredClassLoader(RestTemplateCustomizer.class))
                .run(running -> assertThat(running)
                        .hasBean("backoffRestClientAttempts")
                        .doesNotHaveBean("backoffRestTemplateAttempts"));
    }

    @Test
    void ignoresBodiesWithoutAJsonLibrary() {
        context.withClassLoader(new FilteredClassLoader("tools.jackson")).run(running -> {
            assertThat(running).hasNotFailed().doesNotHaveBean(ProblemHints.Reader.class);
            assertThat(neverRetried(running).kind()).isEqualTo(Verdict.Kind.RETRY);
        });
    }

    /** Without the beans of Spring Boot, which have conditions of their own. */
    private static ApplicationContextRunner ourBeans() {
        return Applications.with(BackoffAutoConfiguration.class, BackoffHttpClientAutoConfiguration.class);
    }

    private static Verdict neverRetried(ApplicationContext running) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Content-Type", "application/problem+json");
        byte[] body = "{\"retry\":\"never\"}".getBytes(StandardCharsets.UTF_8);
        return running.getBean(BackoffPolicies.class)
                .get("p")
                .classifier()
                .classify(new RestClientResponseException("x", HttpStatusCode.valueOf(503), "x", headers, body, null));
    }
}
