package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/** A Prometheus that scrapes the shop once a second and has the alert rules. */
final class Prometheus implements AutoCloseable {

    private final Process process;
    private final RestClient client;

    private Prometheus(Process process, int port) {
        this.process = process;
        this.client = RestClient.builder()
                .baseUrl("http://127.0.0.1:" + port)
                .defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {})
                .build();
    }

    /** Starts it with its files in the directory; skips the test if Prometheus is not installed. */
    static Prometheus scraping(RunningShop shop, Path directory) throws IOException {
        Program program = Program.required("prometheus", "prometheus");
        Files.writeString(directory.resolve("prometheus.yml"), """
                global: { scrape_interval: 1s, evaluation_interval: 1s }
                rule_files: [ '%s' ]
                scrape_configs:
                  - job_name: shop
                    metrics_path: /actuator/prometheus
                    static_configs: [ { targets: [ '%s' ] } ]
                """.formatted(
                        GrafanaDashboard.DIRECTORY.resolve("backoff-alerts.yml").toRealPath(),
                        shop.url().replace("http://", "")));
        int port = freePort();
        Path log = directory.resolve("prometheus.log");
        Process process = program.start(
                directory,
                log,
                "--config.file=prometheus.yml",
                "--storage.tsdb.path=data",
                "--web.listen-address=127.0.0.1:" + port);
        Prometheus prometheus = new Prometheus(process, port);
        try {
            prometheus.awaitReady();
        } catch (RuntimeException | Error failure) {
            prometheus.close();
            throw new AssertionError(Files.readString(log), failure);
        }
        return prometheus;
    }

    /** The current result of the expression: a list of samples. */
    JsonNode query(String expression) {
        JsonNode response = get("/api/v1/query?query={expression}", expression);
        assertThat(response.path("status").asString())
                .as("%s: %s", expression, response)
                .isEqualTo("success");
        return response.at("/data/result");
    }

    JsonNode rules() {
        return get("/api/v1/rules").at("/data/groups/0/rules");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady() {
        await().atMost(Duration.ofMinutes(2))
                .failFast("Prometheus ended", () -> !process.isAlive())
                .ignoreException(ResourceAccessException.class)
                .until(() -> client.get()
                        .uri("/-/ready")
                        .retrieve()
                        .toBodilessEntity()
                        .getStatusCode()
                        .is2xxSuccessful());
    }

    private JsonNode get(String uri, Object... variables) {
        JsonNode body = client.get().uri(uri, variables).retrieve().body(JsonNode.class);
        assertThat(body).isNotNull();
        return body;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
