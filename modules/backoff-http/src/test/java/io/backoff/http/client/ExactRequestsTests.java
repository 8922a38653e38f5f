package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.FakeCallee;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** {@code max-attempts: 3} means three requests, each with its number, whatever library Spring Boot's clients use. */
class ExactRequestsTests {

    private static final String BLOCKING = "spring.http.clients.imperative.factory=";
    private static final String REACTIVE = "spring.http.clients.reactive.connector=";

    private final ApplicationContextRunner context = ClientApplication.runner();

    @RegisterExtension
    final FakeCallee callee = new FakeCallee();

    @ParameterizedTest
    @CsvSource({
        "http-components, HttpComponents, GET",
        "http-components, HttpComponents, POST",
        "jetty, Jetty, GET",
        "jetty, Jetty, POST",
        "reactor, Reactor, GET",
        "reactor, Reactor, POST",
        "jdk, Jdk, GET",
        "jdk, Jdk, POST",
        "simple, Simple, GET",
        "simple, Simple, POST"
    })
    void blockingClientsSendThree(String factory, String library, String method) {
        context.withPropertyValues(BLOCKING + factory).run(running -> {
            assertThat(running.getBean(ClientHttpRequestFactoryBuilder.class).build())
                    .asString()
                    .contains(library);
            assertThat(requests(Client.REST_CLIENT, running, method)).containsExactly(0, 1, 1);
            assertThat(requests(Client.REST_TEMPLATE, running, method)).containsExactly(0, 1, 1);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "http-components, HttpComponents, GET",
        "http-components, HttpComponents, POST",
        "jetty, Jetty, GET",
        "jetty, Jetty, POST",
        "reactor, Reactor, GET",
        "reactor, Reactor, POST",
        "jdk, Jdk, GET",
        "jdk, Jdk, POST"
    })
    void reactiveClientsSendThree(String connector, String library, String method) {
        context.withPropertyValues(REACTIVE + connector).run(running -> {
            assertThat(running.getBean(ClientHttpConnectorBuilder.class).build())
                    .asString()
                    .contains(library);
            assertThat(requests(Client.WEB_CLIENT_REACTIVE, running, method)).containsExactly(0, 1, 1);
        });
    }

    /** Proves that the tests above can fail. */
    @ParameterizedTest
    @CsvSource({"REST_CLIENT, GET", "REST_CLIENT, POST", "WEB_CLIENT_REACTIVE, GET"})
    void apacheRetriesWhereItIsPermitted(Client client, String method) {
        context.withPropertyValues(
                        BLOCKING + "http-components",
                        REACTIVE + "http-components",
                        "backoff.policies.p.max-attempts=1",
                        "backoff.http.client.disable-client-retries=false")
                .run(running -> assertThat(requests(client, running, method)).containsExactly(0, 0));
    }

    // The number of Retry-Attempt headers of each request.
    private List<Integer> requests(Client client, ApplicationContext running, String method) {
        callee.attempts().clear();
        assertThat(catchThrowable(
                        () -> client.call(running, callee.url(), HttpMethod.valueOf(method), HttpHeaders.EMPTY)))
                .isNotNull();
        return callee.attempts().stream().map(List::size).toList();
    }
}
