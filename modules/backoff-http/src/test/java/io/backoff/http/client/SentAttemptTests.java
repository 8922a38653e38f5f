package io.backoff.http.client;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BackoffOperations;
import io.backoff.test.FakeTime;
import io.backoff.testkit.FakeCallee;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.registry.ImportHttpServices;

/** The attempts and the time left that requests carry, and which of them do, with every client. */
class SentAttemptTests {

    private static final String MODE = "backoff.http.client.attempt-header=";
    private static final String NONE = "none";

    private final ApplicationContextRunner context = ClientApplication.runner()
            .withPropertyValues(policy("outer", "max-elapsed=5s, delay=1ms, jitter=none, max-attempts=2, budget=none"));
    private final ApplicationContextRunner always = context.withPropertyValues(MODE + "always");

    @RegisterExtension
    final FakeCallee callee = new FakeCallee();

    @Test
    void firstAttemptsAreMarkedOnRequest() {
        HttpHeaders own = new HttpHeaders();
        own.set("Retry-Attempt", "7");
        always.run(running -> {
            for (Client client : Client.values()) {
                catchThrowable(() -> client.call(running, callee.url(), HttpMethod.GET, own));
                assertSent(client, "7", "7", "7");
                call(client, running);
                assertSent(client, "0;max=3;ttl=10000", "1;max=3;ttl=9900", "2;max=3;ttl=9800");
                callInOuter(client, running);
                assertSent(client, "0;max=3;ttl=4000", "1;max=3;ttl=3900", "2;max=3;ttl=3800");
            }
            callInRetry(running);
            assertSent(Client.REST_CLIENT, "1;max=2;ttl=3999");
            callOutside(running);
            assertSent(Client.REST_CLIENT, NONE);
        });
    }

    @Test
    void retriesAloneAreMarkedByDefault() {
        HttpHeaders own = new HttpHeaders();
        own.set("Retry-Attempt", "7");
        context.run(running -> {
            for (Client client : Client.values()) {
                catchThrowable(() -> client.call(running, callee.url(), HttpMethod.GET, own));
                assertSent(client, "7", "7", "7");
                call(client, running);
                assertSent(client, NONE, "1;max=3;ttl=9900", "2;max=3;ttl=9800");
                callInOuter(client, running);
                assertSent(client, NONE, "1;max=3;ttl=3900", "2;max=3;ttl=3800");
            }
            callInRetry(running);
            assertSent(Client.REST_CLIENT, "1;max=2;ttl=3999");
            callOutside(running);
            assertSent(Client.REST_CLIENT, NONE);
        });
    }

    @Test
    void nothingIsMarkedOnRequest() {
        context.withPropertyValues(MODE + "never", "backoff.http.client.idempotency-key=true")
                .run(running -> {
                    for (Client client : Client.values()) {
                        call(client, running);
                        assertSent(client, NONE, NONE, NONE);
                    }
                    callInRetry(running);
                    assertSent(Client.REST_CLIENT, NONE);
                    callee.keys().clear();
                    catchThrowable(
                            () -> Client.REST_CLIENT.call(running, callee.url(), HttpMethod.POST, HttpHeaders.EMPTY));
                    assertThat(callee.keys()).hasSize(3).allMatch(keys -> keys.size() == 1);
                });
    }

    @Test
    void unlimitedAttemptsHaveNoMaximum() {
        always.withPropertyValues(policy("p", "max-attempts=0, max-elapsed=150ms"))
                .run(running -> {
                    for (Client client : Client.values()) {
                        call(client, running);
                        assertSent(client, "0;ttl=150", "1;ttl=50");
                    }
                });
    }

    @Test
    void unlimitedTimeIsNotSent() {
        always.withPropertyValues("backoff.policies.p.max-elapsed=0").run(running -> {
            for (Client client : Client.values()) {
                call(client, running);
                assertSent(client, "0;max=3", "1;max=3", "2;max=3");
            }
        });
    }

    @Test
    void retriesWithoutLimitsSendNeither() {
        context.withPropertyValues("backoff.policies.p.max-elapsed=0").run(running -> {
            for (Client client : Client.values()) {
                call(client, running);
                assertSent(client, NONE, "1;max=3", "2;max=3");
            }
        });
    }

    @Test
    void independentCallsSendTheirOwnTime() {
        always.withPropertyValues("backoff.deadlines=independent").run(running -> {
            for (Client client : Client.values()) {
                callInOuter(client, running);
                assertSent(client, "0;max=3;ttl=10000", "1;max=3;ttl=9900", "2;max=3;ttl=9800");
            }
        });
    }

    /** The test does not wait for requests that are cut after two seconds. */
    @Test
    void theTimeOfAnAttemptIsSent() {
        always.withPropertyValues(policy("p", "attempt-timeout=2s, max-elapsed=2150ms"))
                .run(running -> {
                    for (Client client : List.of(Client.WEB_CLIENT_FUTURE, Client.WEB_CLIENT_REACTIVE)) {
                        call(client, running);
                        assertSent(client, "0;max=3;ttl=2000", "1;max=3;ttl=2000", "2;max=3;ttl=1950");
                    }
                });
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

    @Test
    void describesOnlyTheInnerCallWhenCallsAreIndependent() {
        context.withPropertyValues("backoff.nested=independent").run(running -> {
            callInRetry(running);
            assertSent(Client.REST_CLIENT, NONE, "1;max=3;ttl=3899", "2;max=3;ttl=3799");
        });
    }

    @Test
    void nothingIsMarkedWhenDisabled() {
        // Otherwise Apache HttpClient would send more requests than attempts.
        context.withPropertyValues("backoff.http.client.enabled=false", "spring.http.clients.imperative.factory=jdk")
                .run(running -> {
                    for (Client client : Client.values()) {
                        call(client, running);
                        assertSent(client, NONE, NONE, NONE);
                    }
                });
    }

    @Test
    void anUnknownModeIsRejected() {
        context.withPropertyValues(MODE + "sometimes")
                .run(running -> assertThat(running)
                        .getFailure()
                        .hasStackTraceContaining("sometimes")
                        .hasStackTraceContaining("attempt-header"));
    }

    /** Checks the headers of the requests since the last check. */
    private void assertSent(Client client, String... headers) {
        assertThat(callee.attempts())
                .as("%s", client)
                .extracting(each -> each.isEmpty() ? NONE : String.join(" and ", each))
                .containsExactly(headers);
        callee.attempts().clear();
    }

    private void call(Client client, ApplicationContext running) {
        assertThat(catchThrowable(() -> client.get(running, callee.url()))).isNotNull();
    }

    private void callInOuter(Client client, ApplicationContext running) {
        catchThrowable(() -> operations(running).call("outer", () -> {
            running.getBean(FakeTime.class).advance(Duration.ofSeconds(1));
            client.get(running, callee.url());
            return null;
        }));
    }

    /** Makes a call whose second attempt makes one that may not retry. */
    private void callInRetry(ApplicationContext running) {
        AtomicInteger attempts = new AtomicInteger();
        FakeTime time = running.getBean(FakeTime.class);
        catchThrowable(() -> operations(running).call("outer", () -> {
            if (attempts.incrementAndGet() == 1) {
                time.advance(Duration.ofSeconds(1));
                throw new IllegalStateException("retry me");
            }
            Client.REST_CLIENT.get(running, callee.url());
            return null;
        }));
    }

    private void callOutside(ApplicationContext running) {
        RestClient client = running.getBean(RestClient.Builder.class).build();
        catchThrowable(() -> client.get().uri(callee.url()).retrieve().toBodilessEntity());
    }

    private static BackoffOperations operations(ApplicationContext running) {
        return running.getBean(BackoffOperations.class);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "callee", types = Client.Callee.class)
    static class Registered {}
}
