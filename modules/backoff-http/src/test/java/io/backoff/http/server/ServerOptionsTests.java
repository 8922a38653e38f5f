package io.backoff.http.server;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.backoff.http.OverloadedException;
import jakarta.servlet.ServletException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.filter.ForwardedHeaderFilter;

/** The options of the servers, without a network. */
class ServerOptionsTests {

    private static final String FRAMEWORK = "server.forward-headers-strategy=framework";
    private static final List<Forwarded> FORWARDED = List.of(
            new Forwarded("X-Forwarded-For", "10.1.2.3", 1),
            new Forwarded("X-Forwarded-For", "8.8.8.8, 10.1.2.3", 3),
            new Forwarded("X-Forwarded-For", "not-an-address", 3),
            new Forwarded("X-Forwarded-For", "fd00:8::7", 1),
            new Forwarded("X-Forwarded-For", "2001:db8::7", 3),
            new Forwarded("Forwarded", "for=10.1.2.3", 1),
            new Forwarded("Forwarded", "for=8.8.8.8, for=10.1.2.3", 3),
            new Forwarded("Forwarded", "for=\"[fd00:8::7]\"", 1));

    private final WebApplicationContextRunner servlets = new WebApplicationContextRunner()
            .withUserConfiguration(ServletServerTests.Application.class)
            .withPropertyValues(policy("inner", "max-attempts=3, budget=none"));
    private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
            .withUserConfiguration(ReactiveServerTests.Application.class)
            .withPropertyValues(policy("inner", "max-attempts=3, budget=none"));

    @Test
    void independentCallsRetryInARetriedRequestAndEndNobodysRetries() {
        servlets.withPropertyValues("backoff.nested=independent").run(running -> {
            assertThatThrownBy(() -> client(running).perform(get("/guarded").header("Retry-Attempt", "1")))
                    .hasRootCause(Shared.Pages.ALWAYS_THE_SAME);
            assertThat(running.getBean(AtomicInteger.class)).hasValue(3);
        });
    }

    @Test
    void independentCallsInWebFluxDoTheSame() {
        reactive.withPropertyValues("backoff.nested=independent").run(running -> {
            WebTestClient.bindToApplicationContext(running)
                    .build()
                    .get()
                    .uri("/guarded")
                    .header("Retry-Attempt", "1")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(500)
                    .expectHeader()
                    .doesNotExist("Retry-Pushback-Ms");
            assertThat(running.getBean(AtomicInteger.class)).hasValue(3);
        });
    }

    @ParameterizedTest
    @CsvSource({"/guarded, 1", "/told-not-to-retry, 1"})
    void callsThatAreOffEndNobodysRetries(String path, int attempts) {
        servlets.withPropertyValues("backoff.enabled=false").run(running -> {
            assertThatThrownBy(() -> client(running).perform(get(path))).isInstanceOf(ServletException.class);
            assertThat(running.getBean(AtomicInteger.class)).hasValue(attempts);
        });
    }

    /** An application still sheds load if its own retries are disabled. */
    @Test
    void applicationsWhoseCallsAreOffRejectAsBefore() {
        servlets.withPropertyValues("backoff.enabled=false").run(running -> {
            MockHttpServletResponse response =
                    client(running).perform(get("/overloaded")).andReturn().getResponse();
            assertThat(response.getStatus()).isEqualTo(503);
            assertThat(response.getHeaders("Retry-Pushback-Ms")).hasSize(1);
        });
    }

    @Test
    void noResponseIsRenderedWhenTheServerSideIsOff() {
        servlets.withPropertyValues("backoff.http.server.enabled=false").run(running -> {
            MockMvc client = MockMvcBuilders.webAppContextSetup(running).build();
            assertThatThrownBy(() -> client.perform(get("/overloaded")))
                    .hasRootCauseInstanceOf(OverloadedException.class);
            MockHttpServletResponse own =
                    client.perform(get("/own")).andReturn().getResponse();
            assertThat(own.getStatus()).isEqualTo(503);
            assertThat(own.getHeaderNames()).doesNotContain("Retry-Pushback-Ms", "Retry-After");
        });
    }

    @Test
    void withForwardedHeadersTheCallerIsWhoTheySay() {
        servlets.withPropertyValues(FRAMEWORK).run(running -> {
            MockMvc client = MockMvcBuilders.webAppContextSetup(running)
                    .addFilters(new ForwardedHeaderFilter(), running.getBean(RetryServletFilter.class))
                    .build();
            for (Forwarded each : FORWARDED) {
                running.getBean(AtomicInteger.class).set(0);
                catchThrowable(() -> client.perform(
                        get("/guarded").header(each.header(), each.value()).header("Retry-Attempt", "1")));
                assertThat(running.getBean(AtomicInteger.class)).as("%s", each).hasValue(each.attempts());
            }
        });
    }

    @Test
    void withForwardedHeadersInWebFluxTheCallerIsWhoTheySay() {
        reactive.withPropertyValues(FRAMEWORK).run(running -> {
            WebTestClient client =
                    WebTestClient.bindToApplicationContext(running).build();
            for (Forwarded each : FORWARDED) {
                running.getBean(AtomicInteger.class).set(0);
                client.get()
                        .uri("/guarded")
                        .header(each.header(), each.value())
                        .header("Retry-Attempt", "1")
                        .exchange()
                        .expectStatus()
                        .is5xxServerError();
                assertThat(running.getBean(AtomicInteger.class)).as("%s", each).hasValue(each.attempts());
            }
        });
    }

    @Test
    void anErrorControllerOfTheApplicationRendersTheResponse() {
        servlets.withBean(OwnErrors.class).run(running -> {
            MockHttpServletResponse response =
                    client(running).perform(get("/overloaded")).andReturn().getResponse();
            assertThat(response.getStatus()).isEqualTo(503);
            assertThat(response.getContentAsString()).isEmpty();
            assertThat(response.getHeaders("Retry-After")).hasSize(1);
            assertThat(response.getHeaders("Retry-Pushback-Ms")).hasSize(1);
        });
    }

    private static MockMvc client(WebApplicationContext server) {
        return MockMvcBuilders.webAppContextSetup(server)
                .addFilters(server.getBean(RetryServletFilter.class))
                .build();
    }

    /** A caller; if it is trusted, its retry leads to one attempt instead of three. */
    private record Forwarded(String header, String value, int attempts) {}

    static class OwnErrors implements ErrorController {}
}
