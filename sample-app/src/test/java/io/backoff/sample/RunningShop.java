package io.backoff.sample;

import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/** The application as users start it, on a free port, and what they would type into curl. */
final class RunningShop implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final RestClient client;

    private RunningShop(ConfigurableApplicationContext context) {
        this.context = context;
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        this.client = RestClient.builder()
                .baseUrl("http://localhost:" + port)
                .defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {})
                .build();
    }

    /** Delays are a hundredth of the real ones, so that experiments end soon. */
    static RunningShop start(String... properties) {
        String[] arguments = Stream.concat(
                        Stream.of("server.port=0", "backoff.policies.payments.delay=1ms"), Stream.of(properties))
                .map("--"::concat)
                .toArray(String[]::new);
        SpringApplication application = new SpringApplication(SampleApplication.class);
        // What was generated ahead of time is named after it; main() is the test runner's here.
        application.setMainApplicationClass(SampleApplication.class);
        return new RunningShop(application.run(arguments));
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
        return client.put().uri("/provider/mode?" + query).retrieve().toEntity(JsonNode.class);
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

    Scrape scrape() {
        String text = client.get().uri("/actuator/prometheus").retrieve().body(String.class);
        return Scrape.of(text == null ? "" : text);
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
         * What the default budget permits in {@code T} seconds:
         * {@code burst 20 + ratio 0.1 * orders placed + reserve (1 + 0.1 * T)}.
         */
        double permittedRetries() {
            return 20 + 0.1 * placed + 1 + 0.1 * seconds();
        }
    }
}
