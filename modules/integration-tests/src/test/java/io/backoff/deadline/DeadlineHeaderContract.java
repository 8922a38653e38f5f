package io.backoff.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;

/** The headers that the time of a request is read from, besides what every kind of server does. */
abstract class DeadlineHeaderContract extends RequestDeadlineContract {

    private static final String GRPC = "grpc-timeout";
    private static final String ENVOY = "x-envoy-expected-rq-timeout-ms";

    DeadlineHeaderContract(WebApplicationType type, Class<?> application) {
        super(type, application);
    }

    private String page() {
        return "/" + kinds().findFirst().orElseThrow() + "/now";
    }

    @ParameterizedTest
    @CsvSource({
        "0;max=3;ttl=700, PT0.7S",
        "0;ttl=1, PT0.001S",
        "2;ttl=60001, PT1M",
        "0, PT1M",
        "0;ttl=x, PT1M",
        "0;ttl=-1, PT1M"
    })
    void readsTheTimeFromRetryAttempt(String header, String left) {
        assertThat(get(page(), TTL, header).body()).isEqualTo(left);
        assertThat(malformed(() -> get(page(), TTL, header))).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1S, PT1S",
        "500m, PT0.5S",
        "5000000u, PT5S",
        "20000000n, PT0.02S",
        "1M, PT1M",
        "1H, PT1M",
        "99999999H, PT1M",
        "00000001S, PT1S"
    })
    void readsTheTimeFromGrpc(String header, String left) {
        assertThat(get(page(), GRPC, header).body()).isEqualTo(left);
        assertThat(malformed(() -> get(page(), GRPC, header))).isZero();
    }

    /** Less than a millisecond counts as no time, but not as a malformed header. */
    @ParameterizedTest
    @CsvSource({"100u", "1n", "99999n"})
    void lessThanAMillisecondIsHardlyAnyTime(String header) {
        AtomicReference<HttpResponse<String>> received = new AtomicReference<>();
        assertThat(malformed(() -> received.set(get(page(), GRPC, header)))).isZero();
        HttpResponse<String> response = received.get();
        if (response.statusCode() == 200) {
            assertThat(Duration.parse(response.body())).isLessThanOrEqualTo(Duration.ofMillis(1));
        } else {
            assertThat(response.statusCode()).isEqualTo(503);
        }
    }

    @ParameterizedTest
    @CsvSource({"700, PT0.7S", "1, PT0.001S", "60001, PT1M", "999999999999999, PT1M"})
    void readsTheTimeFromEnvoy(String header, String left) {
        assertThat(get(page(), ENVOY, header).body()).isEqualTo(left);
        assertThat(malformed(() -> get(page(), ENVOY, header))).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "grpc-timeout, 999999999S",
        "grpc-timeout, 1s",
        "grpc-timeout, S",
        "grpc-timeout, 10",
        "grpc-timeout, -1S",
        "grpc-timeout, 1.5S",
        "grpc-timeout, 1 S",
        "grpc-timeout, soon",
        "grpc-timeout, 1SS",
        "x-envoy-expected-rq-timeout-ms, soon",
        "x-envoy-expected-rq-timeout-ms, -1",
        "x-envoy-expected-rq-timeout-ms, 1.5",
        "x-envoy-expected-rq-timeout-ms, 1m"
    })
    void aMalformedTimeIsCountedAndIgnored(String name, String value) {
        assertThat(get(page(), name, value).body()).isEqualTo(OWN);
        assertThat(malformed(() -> get(page(), name, value))).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0;ttl=700, 600m, 500, PT0.5S",
        "0;ttl=700, 600m, 900, PT0.6S",
        "0;ttl=400, 600m, 900, PT0.4S",
        "0;ttl=700, 600m, soon, PT0.6S",
        "0;ttl=700, soon, 900, PT0.7S",
        "first, 600m, 900, PT0.6S",
        "0, 600m, 900, PT0.6S"
    })
    void theSmallestTimeWins(String own, String grpc, String envoy, String left) {
        assertThat(get(page(), TTL, own, GRPC, grpc, ENVOY, envoy).body()).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({
        "Retry-Attempt: 0;ttl=500",
        "grpc-timeout: 1S",
        "grpc-timeout: soon",
        "x-envoy-expected-rq-timeout-ms: 700",
        "x-envoy-expected-rq-timeout-ms: soon"
    })
    void strangersAreNotBelieved(String header) throws IOException {
        double before = malformed();
        assertThat(getAsStranger(page(), header)).startsWith("HTTP/1.1 200").contains(OWN);
        assertThat(malformed()).isEqualTo(before);
    }

    @Test
    void aTimeIsNoRetry() {
        double before = firstRequests();
        get(page(), GRPC, "1S");
        get(page(), ENVOY, "700");
        assertThat(firstRequests()).isEqualTo(before + 2);
    }

    private String getAsStranger(String path, String header) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress("127.0.0.2", 0));
            socket.connect(new InetSocketAddress("127.0.0.1", server().port()));
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private double malformed(Runnable request) {
        double before = malformed();
        request.run();
        return malformed() - before;
    }

    private double malformed() {
        return count("backoff.server.malformed");
    }

    private double firstRequests() {
        return count("backoff.server.requests", "retries", "0");
    }

    private double count(String meter, String... tags) {
        return server().bean(MeterRegistry.class)
                .get(meter)
                .tags(tags)
                .functionCounter()
                .count();
    }
}
