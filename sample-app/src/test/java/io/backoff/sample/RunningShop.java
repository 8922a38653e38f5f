package io.backoff.sample;

import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/** The application as users start it, on a free port, with the requests that they would send with curl. */
final class RunningShop implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final RestClient client;
    private final String url;

    private RunningShop(ConfigurableApplicationContext context) {
        this.context = context;
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        this.url = "http://localhost:" + port;
        this.client = RestClient.builder()
                .baseUrl(url)
                .defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {})
                .build();
    }

    /** Starts it with a hundredth of the real delays, so that experiments end soon. */
    static RunningShop start(String... properties) {
        String[] arguments = Stream.concat(
                        Stream.of("server.port=0", "backoff.policies.payments.delay=1ms"), Stream.of(properties))
                .map("--"::concat)
                .toArray(String[]::new);
        SpringApplication application = new SpringApplication(SampleApplication.class);
        // Code generated ahead of time is named after the main class, and main() belongs to the test runner here.
        application.setMainApplicationClass(SampleApplication.class);
        return new RunningShop(application.run(arguments));
    }

    String url() {
        return url;
    }

    ResponseEntity<JsonNode> placeOrder() {
        return client.post().uri("/orders").retrieve().toEntity(JsonNode.class);
    }

    Batch placeOrders(int count) {
        Batch batch = client.post()
                .uri("/orders/batch?count={count}", count)
                .retrieve()
                .body(Batch.class);
        if (batch == null) {
            throw new AssertionError("No summary");
        }
        return batch;
    }

    ResponseEntity<JsonNode> setProvider(String query) {
        return put("/provider/mode?" + query);
    }

    ResponseEntity<JsonNode> put(String path) {
        return client.put().uri(path).retrieve().toEntity(JsonNode.class);
    }

    /** Changes a property of the policy "payments" and returns the endpoint's response. */
    ResponseEntity<JsonNode> change(String property, String value) {
        return post("/actuator/backoff/payments", Map.of("property", property, "value", value));
    }

    ResponseEntity<JsonNode> post(String path, Map<String, ?> body) {
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .retrieve()
                .toEntity(JsonNode.class);
    }

    void delete(String path) {
        client.delete().uri(path).retrieve().toBodilessEntity();
    }

    /** Reverts all changes. */
    void reset() {
        delete("/actuator/backoff/payments");
        setProvider("mode=healthy");
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    long charges() {
        return get("/provider/charges").path("charges").asLong();
    }

    void setPartner(String mood) {
        client.put().uri("/partner/mood?mood={mood}", mood).retrieve().toBodilessEntity();
    }

    long providerRequests() {
        return get("/provider/requests").path("requests").asLong();
    }

    JsonNode get(String path) {
        JsonNode body = client.get().uri(path).retrieve().body(JsonNode.class);
        if (body == null) {
            throw new AssertionError("Nothing at " + path);
        }
        return body;
    }

    /** The body of the response; empty if it is an error. */
    String text(String path) {
        ResponseEntity<String> response = client.get().uri(path).retrieve().toEntity(String.class);
        String body = response.getBody();
        return body == null || response.getStatusCode().isError() ? "" : body;
    }

    Scrape scrape() {
        return Scrape.of(text("/actuator/prometheus"));
    }

    @Override
    public void close() {
        context.close();
    }

    record Batch(int placed, int failed, long millis, long providerRequests) {

        int orders() {
            return placed + failed;
        }

        double seconds() {
            return millis / 1e3;
        }

        /**
         * The number of retries that the default budget permits in {@code T} seconds: {@code burst 20 + ratio 0.1 *
         * orders placed + reserve (1 + 0.1 * T)}.
         */
        double permittedRetries() {
            return 20 + 0.1 * placed + 1 + 0.1 * seconds();
        }
    }
}
