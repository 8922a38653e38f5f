package io.backoff.http.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that receives traces by OTLP over HTTP. */
final class TraceCollector implements AutoCloseable {

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    TraceCollector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/v1/traces", this::receive);
        server.start();
    }

    String endpoint() {
        return "http://localhost:" + server.getAddress().getPort() + "/v1/traces";
    }

    /** The only span of a name. */
    Span span(String name) {
        return spans.stream()
                .filter(each -> each.getName().equals(name))
                .reduce((one, other) -> {
                    throw new AssertionError("several spans are called " + name);
                })
                .orElseThrow(() -> new AssertionError("no span is called " + name + ": " + spans));
    }

    /** The spans of a kind, in the order of their starts. */
    List<Span> spans(Span.SpanKind kind) {
        return spans.stream()
                .filter(each -> each.getKind() == kind)
                .sorted(Comparator.comparing(Span::getStartTimeUnixNano))
                .toList();
    }

    private void receive(HttpExchange exchange) throws IOException {
        ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
        request.getResourceSpansList().stream()
                .flatMap(each -> each.getScopeSpansList().stream())
                .flatMap(each -> each.getSpansList().stream())
                .forEach(spans::add);
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
