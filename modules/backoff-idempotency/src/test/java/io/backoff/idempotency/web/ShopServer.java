package io.backoff.idempotency.web;

import io.backoff.testkit.WebApplication;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.springframework.boot.WebApplicationType;

/** A real server on a port of its own, and a client for it. */
final class ShopServer implements AutoCloseable {

    private final WebApplication application;

    ShopServer(WebApplicationType type, Class<?> application) {
        this.application = new WebApplication(
                type,
                application,
                "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "backoff.idempotency.store=memory",
                "backoff.policies.patient.delay=1ms",
                "backoff.policies.patient.max-attempts=3");
    }

    <T> T bean(Class<T> type) {
        return application.bean(type);
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        return application.send(application
                .request(path, headers)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    @Override
    public void close() {
        application.close();
    }
}
