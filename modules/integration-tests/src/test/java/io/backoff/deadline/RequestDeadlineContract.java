package io.backoff.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.WebApplication;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;

/** The time that the caller of a request waits for, on every kind of server. */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
public abstract class RequestDeadlineContract {

    static final String TTL = "Retry-Attempt";
    /** The time of the guarded calls themselves. */
    static final String OWN = "PT1M";

    private final WebApplicationType type;
    private final Class<?> application;
    private WebApplication server;

    protected RequestDeadlineContract(WebApplicationType type, Class<?> application) {
        this.type = type;
        this.application = application;
    }

    /** The kinds of handlers: each has a page that responds with the time left of a guarded call. */
    protected abstract Stream<String> kinds();

    /** Those of them that have a page that sends a request in a guarded call. */
    protected Stream<String> sendingKinds() {
        return kinds();
    }

    WebApplication server() {
        return server;
    }

    @BeforeAll
    void start() {
        server = new WebApplication(
                type,
                application,
                "backoff.http.server.trusted=127.0.0.1",
                "backoff.http.client.attempt-header=always",
                "backoff.policies.minute.max-elapsed=1m",
                "backoff.policies.minute.delay=0",
                "backoff.policies.minute.budget=none");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        server.bean(AtomicInteger.class).set(0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aCallHasTheTimeOfItsRequest(String kind) {
        assertThat(get("/" + kind + "/now", TTL, "0;max=3;ttl=500").body()).isEqualTo("PT0.5S");
        assertThat(get("/" + kind + "/now").body()).isEqualTo(OWN);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void timePassesSinceTheRequestArrived(String kind) {
        assertThat(get("/" + kind + "/soon", TTL, "0;ttl=500").body()).isEqualTo("PT0.4S");
    }

    /** The first call of the request takes too long; the second makes no attempt. */
    @ParameterizedTest
    @MethodSource("kinds")
    void aCallThatIsTooLateMakesNoAttempt(String kind) {
        HttpResponse<String> response = get("/" + kind + "/late", TTL, "0;ttl=500");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(attempts()).isEqualTo(1);

        assertThat(get("/" + kind + "/late").body()).isEqualTo(OWN);
        assertThat(attempts()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("sendingKinds")
    void aRequestPassesOnTheTimeLeft(String kind) throws IOException {
        try (HeaderCallee callee = new HeaderCallee()) {
            server.bean(RequestWork.class).sendTo(callee.url());
            get("/" + kind + "/send", TTL, "0;max=7;ttl=500");
            assertThat(callee.headers()).containsExactly("0;max=3;ttl=400");
        }
    }

    HttpResponse<String> get(String path, String... headers) {
        return server.send(server.request(path, headers));
    }

    private int attempts() {
        return server.bean(AtomicInteger.class).get();
    }
}
