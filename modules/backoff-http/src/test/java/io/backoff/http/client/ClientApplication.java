package io.backoff.http.client;

import static io.backoff.testkit.Applications.policy;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Applications;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

/** An application with every client that Spring Boot configures, and a policy {@code p} of three attempts. */
final class ClientApplication {

    private ClientApplication() {}

    static ApplicationContextRunner runner() {
        return Applications.with(
                        BackoffAutoConfiguration.class,
                        BackoffHttpClientAutoConfiguration.class,
                        BackoffReactorAutoConfiguration.class,
                        HttpClientAutoConfiguration.class,
                        HttpServiceClientAutoConfiguration.class,
                        HttpServiceClientPropertiesAutoConfiguration.class,
                        ImperativeHttpClientAutoConfiguration.class,
                        ReactiveHttpClientAutoConfiguration.class,
                        RestClientAutoConfiguration.class,
                        RestTemplateAutoConfiguration.class,
                        WebClientAutoConfiguration.class)
                .withBean(FakeTime.class)
                .withBean(RecordingListener.class)
                .withPropertyValues(
                        policy("p", "strategy=constant, delay=100ms, jitter=none, max-elapsed=10s, budget=none"));
    }
}
