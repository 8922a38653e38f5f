package io.backoff.adopt;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that responds to each request with a 503. */
final class Callee implements AutoCloseable {

    private final HttpServer server;
    private final List<String> attempts = new CopyOnWriteArrayList<>();
    private final String header;
    private final String value;

    private Callee(String header, String value) {
        this.header = header;
        this.value = value;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::respond);
        server.start();
    }

    /** A server whose responses have a header. */
    static Callee answering(String header, String value) {
        return new Callee(header, value);
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The header of each request that describes its attempt, or {@code first}. */
    List<String> attempts() {
        return attempts;
    }

    private void respond(HttpExchange exchange) throws IOException {
        String attempt = exchange.getRequestHeaders().getFirst("Retry-Attempt");
        attempts.add(attempt == null ? "first" : attempt);
        exchange.getResponseHeaders().set(header, value);
        exchange.sendResponseHeaders(503, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
