package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.http.OverloadedException;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.ForwardingStore;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.claim.StoreProvider;
import io.backoff.policy.BackoffPolicies;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.server.ResponseStatusException;

/** The contract that clients see, the same on Spring MVC and WebFlux. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class IdempotentServerContract {

    static final String ORDER = "{\"item\":\"book\",\"amount\":5}";

    final ShopServer server;
    String key = "";

    IdempotentServerContract(WebApplicationType type, Class<?> application) {
        server = new ShopServer(type, application);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        key = UUID.randomUUID().toString();
        bench().runs.set(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/entity", "/later", "/retried"})
    void repeatsTheResponse(String path) {
        var first = post(path, ORDER, key);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        var second = server.post(path, ORDER, "Idempotency-Key", '"' + key + '"', "Retry-Attempt", "1");
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body()).contains("run 1");
        assertThat(second.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        assertThat(second.headers().firstValue("Content-Type"))
                .isEqualTo(first.headers().firstValue("Content-Type"));
        assertThat(bench().runs).hasValue(1);
    }

    @Test
    void repeatsHeadersButNoCookies() {
        for (var i = 0; i < 2; i++) {
            var response = post("/entity", ORDER, key);
            assertThat(response.headers().firstValue("Location")).hasValue("/orders/1");
            assertThat(response.headers().allValues("X-Tag")).containsExactly("a", "b");
            assertThat(response.headers().firstValue("Set-Cookie").isPresent()).isEqualTo(i == 0);
        }
    }

    @Test
    void repeatsAResponseWithoutABody() {
        for (var i = 0; i < 2; i++) {
            var response = post("/bodyless", ORDER, key);
            assertThat(response.statusCode()).isEqualTo(204);
            assertThat(response.body()).isEmpty();
        }
        assertThat(bench().runs).hasValue(1);
    }

    @Test
    void repeatsAnAbsentResponse() {
        for (var i = 0; i < 2; i++) {
            var response = post("/absent", ORDER, key);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEmpty();
            assertThat(response.headers().firstValue("Idempotent-Replayed").isPresent())
                    .isEqualTo(i == 1);
        }
        assertThat(bench().runs).hasValue(1);
    }

    @Test
    void asksForAKey() {
        var response = server.post("/plain", ORDER);
        assertProblem(response, 400, "idempotency-key-missing");
        assertThat(bench().runs).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"open", "\"\""})
    void rejectsMalformedKeys(String malformed) {
        assertProblem(post("/plain", ORDER, malformed), 400, "idempotency-key-malformed");
        assertProblem(post("/plain", ORDER, "k".repeat(256)), 400, "idempotency-key-malformed");
        assertThat(bench().runs).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "text/html", "text/csv"})
    void recognizesTheCauseOfAFailureWhateverTheClientAccepts(String accept) {
        assertProblem(server.post("/wrapping", ORDER, "Accept", accept), 409, "idempotency-duplicate");
    }

    /** The server itself is not overloaded. */
    @Test
    void recognizesADuplicateBeforeAnOverload() {
        assertProblem(server.post("/overloaded", ORDER), 409, "idempotency-duplicate");
    }

    @Test
    void leavesDuplicatesToAnExceptionHandlerOfTheApplication() {
        assertThat(post("/handled", ORDER, key).statusCode()).isEqualTo(423);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/retried"})
    void rejectsTheKeyForAnotherRequest(String path) {
        post(path, ORDER, key);
        assertProblem(post(path, "{\"item\":\"pen\",\"amount\":5}", key), 422, "idempotency-key-reused");
        assertThat(bench().runs).hasValue(1);
        // The order of fields does not matter.
        assertThat(post(path, "{\"amount\": 5, \"item\": \"book\"}", key).statusCode())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/held", "/held-retried"})
    void rejectsConcurrentDuplicates(String path) throws Exception {
        var hold = bench().hold();
        var first = CompletableFuture.supplyAsync(() -> post(path, ORDER, key));
        hold.begun.await();
        var second = post(path, ORDER, key);
        hold.end.countDown();

        assertProblem(second, 409, "idempotency-in-progress");
        assertThat(second.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(second.headers().firstValue("Retry-Pushback-Ms")).isEmpty();
        assertThat(classifiedByClients(second)).isEqualTo(Verdict.retryAfter(RetryCause.OTHER, Duration.ofSeconds(1)));
        assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        assertThat(bench().runs).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 429})
    void repeatsNoResponseThatMayDifferNextTime(int status) {
        bench().status = status;
        assertThat(post("/answering", ORDER, key).statusCode()).isEqualTo(status);
        bench().status = 402;
        assertThat(post("/answering", ORDER, key).statusCode()).isEqualTo(402);
        bench().status = 200;
        var third = post("/answering", ORDER, key);
        assertThat(third.statusCode()).isEqualTo(402);
        assertThat(third.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        assertThat(bench().runs).hasValue(2);
    }

    @Test
    void isFreeAgainAfterAnException() {
        bench().failures.set(1);
        assertThat(post("/plain", ORDER, key).statusCode()).isEqualTo(500);
        assertThat(post("/plain", ORDER, key).statusCode()).isEqualTo(201);
    }

    /** The response asks the client not to retry, and is not kept. */
    @Test
    void keepsNothingOfAServerThatGaveUp() {
        bench().failures.set(3);
        var response = post("/retried", ORDER, key);
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.headers().firstValue("Retry-Pushback-Ms")).hasValue("-1");
        assertThat(post("/retried", ORDER, key).statusCode()).isEqualTo(201);
    }

    @Test
    void takesAKeyOfTheArgumentsWhereThereIsOne() {
        var order = "{\"item\":\"" + key + "\",\"amount\":5}";
        assertThat(server.post("/by-item", order).statusCode()).isEqualTo(201);
        assertThat(server.post("/by-item", order).headers().firstValue("Idempotent-Replayed"))
                .hasValue("true");
    }

    @Test
    void keepsOperationsApart() {
        post("/plain", ORDER, key);
        assertThat(post("/entity", ORDER, key).headers().firstValue("Idempotent-Replayed"))
                .isEmpty();
    }

    @Test
    void runsNothingWhileTheStoreFails() {
        server.bean(FailingStore.class).failing = true;
        try {
            var response = post("/plain", ORDER, key);
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
            assertThat(bench().runs).hasValue(0);
        } finally {
            server.bean(FailingStore.class).failing = false;
        }
    }

    private Verdict classifiedByClients(HttpResponse<String> response) {
        var headers = new HttpHeaders();
        response.headers().map().forEach(headers::addAll);
        var failure = new RestClientResponseException(
                "409",
                HttpStatusCode.valueOf(response.statusCode()),
                "",
                headers,
                response.body().getBytes(StandardCharsets.UTF_8),
                null);
        var policy = server.bean(BackoffPolicies.class).get("default");
        return policy.classifier().classify(failure);
    }

    final HttpResponse<String> post(String path, String body, String idempotencyKey) {
        return server.post(path, body, "Idempotency-Key", idempotencyKey);
    }

    final Bench bench() {
        return server.bean(Bench.class);
    }

    private static void assertProblem(HttpResponse<String> response, int status, String type) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.body())
                .contains("\"urn:problem:backoff:" + type + '"')
                .contains("\"status\":" + status);
    }

    record Order(String item, int amount) {}

    record Placed(String run, List<Order> orders) {}

    /** Throws the exceptions that calls in a handler may throw. */
    @RestController
    static final class Throwing {

        @PostMapping("/wrapping")
        String wrapping() {
            throw new IllegalStateException(new DuplicateOperationException("order"));
        }

        @PostMapping("/overloaded")
        String overloaded() {
            var failure = new OverloadedException();
            failure.initCause(new DuplicateOperationException("order"));
            throw failure;
        }

        @PostMapping("/translated")
        String translated() {
            throw new ResponseStatusException(HttpStatus.GONE, "sold", new DuplicateOperationException("order"));
        }

        @PostMapping("/handled")
        String handled() {
            throw new Own();
        }
    }

    static final class Own extends DuplicateOperationException {

        private static final long serialVersionUID = 1L;

        Own() {
            super("order");
        }
    }

    @ControllerAdvice
    static final class OwnAdvice {

        @ExceptionHandler
        ResponseEntity<Void> handle(Own failure) {
            return ResponseEntity.status(HttpStatus.LOCKED).build();
        }
    }

    /** The work that controllers share. */
    static final class Bench {

        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();
        volatile int status;
        private volatile Hold hold = new Hold();

        Hold hold() {
            hold = new Hold();
            return hold;
        }

        Placed place(Order order) {
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("down");
            }
            return new Placed("run " + runs.incrementAndGet(), List.of(order));
        }

        Placed placeSlowly(Order order) {
            var mine = hold;
            var placed = place(order);
            mine.begun.countDown();
            try {
                mine.end.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return placed;
        }
    }

    static final class Hold {

        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        Bench bench() {
            return new Bench();
        }

        @Bean
        FailingStore store(@Qualifier("backoffMemoryStore") StoreProvider memory) {
            return new FailingStore(memory.open().store());
        }
    }

    /** A store in memory that fails on request. */
    static final class FailingStore extends ForwardingStore {

        volatile boolean failing;

        FailingStore(IdempotencyStore store) {
            super(store);
        }

        @Override
        public boolean blocks() {
            return true;
        }

        @Override
        public Claim claim(ClaimRequest request) {
            if (failing) {
                throw new IllegalStateException("out of order");
            }
            return super.claim(request);
        }
    }
}
