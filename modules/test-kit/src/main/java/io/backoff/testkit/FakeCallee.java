package io.backoff.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real server that records its requests and always sends the same response. */
public final class FakeCallee implements AutoCloseable, AfterEachCallback {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<List<String>> attempts = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<List<String>> keys = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile Answer answer = new Answer(503, Map.of(), "", 0);

    public FakeCallee() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::respond);
        server.start();
    }

    public void answers(int status, Map<String, String> headers, String body) {
        answer = new Answer(status, headers, body, 0);
    }

    /** Lets responses with status 200 end in the middle of their body. */
    public void breaksOff() {
        answer = new Answer(200, Map.of(), "half", 4);
    }

    public String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The {@code Retry-Attempt} headers of all requests, in order. */
    public List<List<String>> attempts() {
        return attempts;
    }

    /** The paths of all requests, in order. */
    public List<String> paths() {
        return paths;
    }

    /** The {@code Idempotency-Key} headers of all requests, in order. */
    public List<List<String>> keys() {
        return keys;
    }

    private void respond(HttpExchange exchange) throws IOException {
        attempts.add(values(exchange, "Retry-Attempt"));
        paths.add(exchange.getRequestURI().getPath());
        keys.add(values(exchange, "Idempotency-Key"));
        exchange.getRequestBody().readAllBytes();
        byte[] body = answer.body.getBytes(StandardCharsets.UTF_8);
        answer.headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        exchange.sendResponseHeaders(answer.status, body.length == 0 ? -1 : body.length + answer.missing);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static List<String> values(HttpExchange exchange, String header) {
        List<String> values = exchange.getRequestHeaders().get(header);
        return values == null ? List.of() : List.copyOf(values);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** A response whose body is shorter than it says by {@code missing} bytes. */
    private record Answer(int status, Map<String, String> headers, String body, int missing) {}

    /** Stops the server after a test that has registered this object as an extension. */
    @Override
    public void afterEach(ExtensionContext test) {
        close();
    }
}
