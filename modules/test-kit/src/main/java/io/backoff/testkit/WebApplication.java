package io.backoff.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A running application and a client for it. If the application has a server, it listens on a free port. */
public final class WebApplication implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    /** Starts an application. */
    public WebApplication(WebApplicationType type, Class<?> application, String... properties) {
        this(type, application, context -> {}, properties);
    }

    /** Starts an application with beans that the test creates. */
    public WebApplication(
            WebApplicationType type,
            Class<?> application,
            ApplicationContextInitializer<GenericApplicationContext> beans,
            String... properties) {
        context = new SpringApplicationBuilder(application)
                .web(type)
                .initializers(beans)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(
                        "server.port=0",
                        "server.shutdown=immediate",
                        // Reactor Netty 1.3.6 may forget to read from a keep-alive connection if another thread
                        // completes a response: reactor-netty#4361.
                        "server.netty.max-keep-alive-requests=1",
                        // The failures of handlers are expected here.
                        "logging.level.io.backoff.server=off",
                        "logging.level.org.apache.catalina=off",
                        "logging.level.org.springframework.boot.webflux=off",
                        "logging.level.org.springframework.web.HttpLogging=off")
                .properties(properties)
                .run();
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public int port() {
        return port("local.server.port");
    }

    /** The port of the endpoints; by default, the port of the server. */
    public int managementPort() {
        return port(
                context.getEnvironment().containsProperty("local.management.port")
                        ? "local.management.port"
                        : "local.server.port");
    }

    private int port(String name) {
        return context.getEnvironment().getRequiredProperty(name, Integer.class);
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** A request builder for this path. */
    public HttpRequest.Builder request(String path, String... headers) {
        return request(port(), path, headers);
    }

    /** A request builder for an endpoint. */
    public HttpRequest.Builder managementRequest(String path, String... headers) {
        return request(managementPort(), "/actuator/" + path, headers);
    }

    private static HttpRequest.Builder request(int port, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofMinutes(1));
        return headers.length > 0 ? request.headers(headers) : request;
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
