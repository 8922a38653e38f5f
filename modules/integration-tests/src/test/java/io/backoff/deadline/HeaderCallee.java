package io.backoff.deadline;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that records the {@code Retry-Attempt} header of its requests, or {@code none}. */
final class HeaderCallee implements AutoCloseable {

    private final List<String> headers = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    HeaderCallee() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    List<String> headers() {
        return headers;
    }

    private void respond(HttpExchange exchange) throws IOException {
        String header = exchange.getRequestHeaders().getFirst("Retry-Attempt");
        headers.add(header == null ? "none" : header);
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
