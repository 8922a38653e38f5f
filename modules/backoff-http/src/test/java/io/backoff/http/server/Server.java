package io.backoff.http.server;

import static org.awaitility.Awaitility.await;

import io.backoff.test.FakeTime;
import io.backoff.testkit.WebApplication;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.util.StringUtils;
import tools.jackson.databind.json.JsonMapper;

/** A real server on a port of its own, and a client for it. */
final class Server implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final WebApplication application;

    private Server(WebApplication application) {
        this.application = application;
    }

    static Server start(WebApplicationType type, Class<?> application, String... properties) {
        String[] common = {
            "backoff.http.server.trusted=127.0.0.1",
            "backoff.policies.inner.max-attempts=3",
            "backoff.policies.inner.budget=none",
            "backoff.budgets.none-left.ratio=0",
            "backoff.budgets.none-left.min-per-second=0",
            "backoff.budgets.none-left.burst=0",
            "backoff.policies.poor.budget=none-left"
        };
        return new Server(
                new WebApplication(type, application, StringUtils.concatenateStringArrays(common, properties)));
    }

    /** Returns the response to a request whose failure the server logs. */
    static HttpResponse<String> logged(Supplier<HttpResponse<String>> request, CapturedOutput output, String message) {
        LoggingSystem logging = LoggingSystem.get(Server.class.getClassLoader());
        List<String> servers = List.of("org.apache.catalina", "org.springframework.boot.webflux");
        servers.forEach(name -> logging.setLogLevel(name, LogLevel.ERROR));
        try {
            HttpResponse<String> response = request.get();
            await().until(() ->
                    output.getAll().contains("ERROR") && output.getAll().contains(message));
            return response;
        } finally {
            servers.forEach(name -> logging.setLogLevel(name, LogLevel.OFF));
        }
    }

    <T> T bean(Class<T> type) {
        return application.bean(type);
    }

    /** Resets the window and the number of calls. */
    void forget() {
        bean(FakeTime.class).advance(Duration.ofMinutes(1));
        bottom().set(0);
    }

    /** How often the guarded operation at the bottom was called. */
    AtomicInteger bottom() {
        return bean(AtomicInteger.class);
    }

    HttpResponse<String> get(String path, String... headers) {
        return application.send(application.request(path, headers));
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        return application.send(application.request(path, headers).POST(BodyPublishers.ofString(body)));
    }

    void get(int times, String path, String... headers) {
        for (int i = 0; i < times; i++) {
            get(path, headers);
        }
    }

    /** Sends a request from an address that is not trusted; returns the whole response as text. */
    String getAsStranger(String path, String header) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress("127.0.0.2", 0));
            socket.connect(new InetSocketAddress("127.0.0.1", application.port()));
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    double count(String meter, String... tags) {
        return bean(MeterRegistry.class).get(meter).tags(tags).functionCounter().count();
    }

    double rejections(String verdict) {
        return bean(MeterRegistry.class)
                .get("backoff.server.rejections")
                .tag("verdict", verdict)
                .counter()
                .count();
    }

    /** Returns the failure of requests for this path as observed. Observations end after the response is sent. */
    String observed(String path) {
        Search requests = bean(MeterRegistry.class).find("http.server.requests").tag("uri", path);
        await().until(() -> requests.timer() != null);
        return requests.timer().getId().getTag("exception");
    }

    static Map<?, ?> json(HttpResponse<String> response) {
        return JSON.readValue(response.body(), Map.class);
    }

    @Override
    public void close() {
        application.close();
    }
}
