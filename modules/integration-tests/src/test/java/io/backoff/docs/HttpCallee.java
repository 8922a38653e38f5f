package io.backoff.docs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server that responds to all requests with one status, and keeps the {@code Retry-Attempt} of each. */
final class HttpCallee implements AutoCloseable {

    private final HttpServer server;
    private final List<String> attempts = new CopyOnWriteArrayList<>();
    private volatile int status = 503;
    private volatile int failures = Integer.MAX_VALUE;

    HttpCallee() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::respond);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Responds with this status from now on, and forgets the requests until now. */
    HttpCallee respondWith(int code) {
        return respondWith(code, Integer.MAX_VALUE);
    }

    /** Responds with this status to this many requests, and then with 200. */
    HttpCallee respondWith(int code, int requests) {
        status = code;
        failures = requests;
        attempts.clear();
        return this;
    }

    int requests() {
        return attempts.size();
    }

    /** The header {@code Retry-Attempt} of each request, or {@code none}. */
    List<String> attempts() {
        return attempts;
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            String attempt = exchange.getRequestHeaders().getFirst("Retry-Attempt");
            attempts.add(attempt == null ? "none" : attempt);
            exchange.getRequestBody().readAllBytes();
            if (status == 429) {
                exchange.getResponseHeaders().set("Retry-After", "2");
            }
            exchange.sendResponseHeaders(attempts.size() > failures ? 200 : status, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
