package io.backoff.http.client;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BackoffOperations;
import io.backoff.testkit.FakeCallee;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.registry.ImportHttpServices;

class SentAttemptTests {

    private final ApplicationContextRunner context =
            ClientApplication.runner().withPropertyValues(policy("outer", "max-attempts=2, max-elapsed=0"));
    private final FakeCallee callee = new FakeCallee();

    @AfterEach
    void stop() {
        callee.close();
    }

    @ParameterizedTest
    @EnumSource
    void marksEachRetry(Client client) {
        context.run(running -> call(client, running));

        assertThat(callee.attempts())
                .containsExactly(List.of(), List.of("1;max=3;ttl=9900"), List.of("2;max=3;ttl=9800"));
    }

    @ParameterizedTest
    @EnumSource
    void sendsNeitherLimitNorDeadlineWithoutOne(Client client) {
        context.withPropertyValues("backoff.policies.p.max-elapsed=0").run(running -> call(client, running));
        assertThat(callee.attempts().get(1)).containsExactly("1;max=3");

        context.withPropertyValues(policy("p", "max-attempts=0, delay=1s, max-elapsed=2s"))
                .run(running -> call(client, running));
        assertThat(callee.attempts().get(4)).containsExactly("1;ttl=1000");
    }

    @ParameterizedTest
    @EnumSource
    void leavesTheHeaderOfTheApplication(Client client) {
        HttpHeaders own = new HttpHeaders();
        own.set("Retry-Attempt", "7");
        context.run(running -> assertThat(catchThrowable(() -> client.call(running, callee.url(), HttpMethod.GET, own)))
                .isNotNull());

        assertThat(callee.attempts()).containsExactly(List.of("7"), List.of("7"), List.of("7"));
    }

    @ParameterizedTest
    @EnumSource
    void isSilentWhenDisabled(Client client) {
        // Otherwise Apache HttpClient would send more requests than attempts.
        context.withPropertyValues("backoff.http.client.enabled=false", "spring.http.clients.imperative.factory=jdk")
                .run(running -> call(client, running));

        assertThat(callee.attempts()).hasSize(3).allMatch(List::isEmpty);
    }

    @Test
    void describesTheRetryingCallWhenItsInnerCallIsNot() {
        context.run(this::callInRetry);

        assertThat(callee.attempts()).containsExactly(List.of("1;max=2;ttl=10000"));
    }

    @Test
    void describesOnlyTheInnerCallWhenCallsAreIndependent() {
        context.withPropertyValues("backoff.nested=independent").run(this::callInRetry);

        assertThat(callee.attempts())
                .containsExactly(List.of(), List.of("1;max=3;ttl=9900"), List.of("2;max=3;ttl=9800"));
    }

    @Test
    void sendsNothingOutsideOfGuardedCalls() {
        context.run(running -> {
            RestClient client = running.getBean(RestClient.Builder.class).build();
            catchThrowable(() -> client.get().uri(callee.url()).retrieve().toBodilessEntity());
        });

        assertThat(callee.attempts()).containsExactly(List.of());
    }

    @Test
    void reachesRegisteredHttpInterfaceClients() {
        context.withUserConfiguration(Registered.class)
                .withPropertyValues("spring.http.serviceclient.callee.base-url=" + callee.url())
                .run(running -> {
                    Client.Callee client = running.getBean(Client.Callee.class);
                    catchThrowable(
                            () -> running.getBean(BackoffOperations.class).call("p", () -> {
                                client.get();
                                return null;
                            }));
                });

        assertThat(callee.attempts()).extracting(List::size).containsExactly(0, 1, 1);
    }

    /** Interceptors would make Spring hold every request body in memory. */
    @Test
    @SuppressWarnings("removal") // Of RestTemplateBuilder.
    void addsNoInterceptors() {
        context.run(running -> {
            running.getBean(RestClient.Builder.class)
                    .requestInterceptors(all -> assertThat(all).isEmpty());
            assertThat(running.getBean(RestTemplateBuilder.class).build().getInterceptors())
                    .isEmpty();
        });
    }

    private void callInRetry(ApplicationContext running) {
        BackoffOperations operations = running.getBean(BackoffOperations.class);
        AtomicInteger attempts = new AtomicInteger();
        catchThrowable(() -> operations.call("outer", () -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("retry me");
            }
            Client.REST_CLIENT.get(running, callee.url());
            return null;
        }));
    }

    private void call(Client client, ApplicationContext running) {
        assertThat(catchThrowable(() -> client.get(running, callee.url()))).isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "callee", types = Client.Callee.class)
    static class Registered {}
}
