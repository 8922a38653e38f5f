package io.backoff.failure;

import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.backoff.testkit.Membership;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.netty.http.client.HttpClient;

/** The groups of the failures of HTTP clients that got no response. */
class HttpFailureTests {

    private static final Duration SHORT = Duration.ofMillis(20);
    private static final String CLOSED = "http://localhost:1/";
    /** A label of a host name has 63 characters at most: this one is rejected without asking a name server. */
    private static final String UNKNOWN = "http://" + "x".repeat(64) + ".invalid/";

    /** Accepts connections and does not respond. */
    private ServerSocket mute;

    @BeforeEach
    void listen() throws IOException {
        mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        mute.close();
    }

    @Test
    void aRefusedConnectionOfTheJdkIsTransient() {
        var thrown = Caught.exception(ConnectException.class, () -> sendByJdk(request(CLOSED)));
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("io");
    }

    @Test
    void anUnknownHostOfTheJdkIsTransient() {
        var thrown = Caught.exception(ConnectException.class, () -> sendByJdk(request(UNKNOWN)));
        assertThat(thrown).hasRootCauseInstanceOf(UnresolvedAddressException.class);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aTimeoutOfTheJdkIsTransient() {
        var thrown = Caught.exception(
                HttpTimeoutException.class, () -> sendByJdk(request(mute()).timeout(SHORT)));
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("timeout");
    }

    @Test
    void aRefusedConnectionOfTheRestClientIsTransient() {
        var thrown =
                Caught.exception(ResourceAccessException.class, () -> send(new JdkClientHttpRequestFactory(), CLOSED));
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("io");
    }

    @Test
    void anUnknownHostOfTheRestClientIsTransient() {
        var thrown =
                Caught.exception(ResourceAccessException.class, () -> send(new JdkClientHttpRequestFactory(), UNKNOWN));
        assertThat(thrown).hasRootCauseInstanceOf(UnresolvedAddressException.class);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aTimeoutOfTheRestClientIsTransient() {
        var impatient = new SimpleClientHttpRequestFactory();
        impatient.setReadTimeout(SHORT);
        var thrown = Caught.exception(ResourceAccessException.class, () -> send(impatient, mute()));
        assertThat(thrown).hasRootCauseInstanceOf(SocketTimeoutException.class);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("timeout");
    }

    @Test
    void aRefusedConnectionOfTheWebClientIsTransient() {
        var thrown = Caught.exception(WebClientRequestException.class, () -> send(HttpClient.create(), CLOSED));
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("io");
    }

    /** Netty's timeout is no {@link IOException}: the type of the client decides. */
    @Test
    void aTimeoutOfTheWebClientIsTransient() {
        HttpClient impatient = HttpClient.create().responseTimeout(SHORT);
        var thrown = Caught.exception(WebClientRequestException.class, () -> send(impatient, mute()));
        assertThat(thrown).rootCause().isNotInstanceOf(IOException.class);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aClientThatFailsWithoutACauseIsTransient() {
        assertThat(Application.groupOf(new ResourceAccessException("unknown"))).isEqualTo(TRANSIENT);
    }

    @ParameterizedTest
    @CsvSource({"503, TRANSIENT", "500, TRANSIENT", "429, TRANSIENT", "404, PERMANENT", "501, PERMANENT"})
    void aStatusDecidesAlone(int status, Membership group) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(status, -1));
        server.start();
        var url = "http://localhost:" + server.getAddress().getPort() + "/";
        var thrown =
                Caught.exception(RestClientResponseException.class, () -> send(new JdkClientHttpRequestFactory(), url));
        server.stop(0);
        assertThat(Application.groupOf(thrown)).isEqualTo(group);
    }

    private String mute() {
        return "http://localhost:" + mute.getLocalPort() + "/";
    }

    private static HttpRequest.Builder request(String url) {
        return HttpRequest.newBuilder(URI.create(url));
    }

    private static void sendByJdk(HttpRequest.Builder request) throws Exception {
        java.net.http.HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding());
    }

    private static void send(ClientHttpRequestFactory factory, String url) {
        RestClient.builder()
                .requestFactory(factory)
                .build()
                .get()
                .uri(url)
                .retrieve()
                .toBodilessEntity();
    }

    private static void send(HttpClient client, String url) {
        WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(client))
                .build()
                .get()
                .uri(url)
                .retrieve()
                .toBodilessEntity()
                .block();
    }
}
