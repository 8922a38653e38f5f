package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.idempotency.method.IdempotentApplication;
import io.backoff.method.InvalidBackoffException;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class IdempotentWebFluxTests extends IdempotentServerContract {

    IdempotentWebFluxTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    /** Only the subscriber of a Mono knows its request. */
    @ParameterizedTest
    @ValueSource(classes = {Blocking.class, Future.class})
    void rejectsAMethodWithoutAMono(Class<?> controller) {
        IdempotentApplication.with(controller)
                .withBean(ReactiveRequests.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(InvalidBackoffException.class, refused -> {
                            assertThat(refused).hasMessageContaining("only if the method returns a Mono");
                            assertThat(refused.remedy()).contains("or set 'key'");
                        }));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Shop.class, Orders.class, IdempotentServerContract.Throwing.class, IdempotentServerContract.OwnAdvice.class
    })
    static class Application {}

    @RestController
    static class Blocking {

        @Idempotent
        @PostMapping("/blocking")
        public String pay() {
            return "paid";
        }
    }

    @RestController
    static class Future {

        @Idempotent
        @PostMapping("/future")
        public CompletableFuture<String> pay() {
            return CompletableFuture.completedFuture("paid");
        }
    }

    @RestController
    static class Orders {

        private final Bench bench;

        Orders(Bench bench) {
            this.bench = bench;
        }

        @Idempotent
        @PostMapping("/plain")
        @ResponseStatus(HttpStatus.CREATED)
        Mono<Placed> plain(@RequestBody Order order, ServerWebExchange exchange, Locale locale) {
            return bench(() -> bench.place(order));
        }

        @Idempotent
        @PostMapping("/entity")
        Mono<ResponseEntity<Placed>> entity(
                @RequestBody Order order, @RequestHeader(name = "Retry-Attempt", required = false) String attempt) {
            return bench(() -> ResponseEntity.created(URI.create("/orders/1"))
                    .header("X-Tag", "a", "b")
                    .header("Set-Cookie", "session=secret")
                    .body(bench.place(order)));
        }

        @Idempotent
        @PostMapping("/later")
        Mono<ResponseEntity<Placed>> later(@RequestBody Order order) {
            return bench(() -> ResponseEntity.status(201).body(bench.place(order)));
        }

        @Backoff("patient")
        @Idempotent
        @PostMapping("/retried")
        @ResponseStatus(HttpStatus.CREATED)
        Mono<Placed> retried(@RequestBody Order order) {
            return bench(() -> bench.place(order));
        }

        @Idempotent
        @PostMapping("/held")
        @ResponseStatus(HttpStatus.CREATED)
        Mono<Placed> held(@RequestBody Order order) {
            return bench(() -> bench.placeSlowly(order));
        }

        @Backoff("patient")
        @Idempotent
        @PostMapping("/held-retried")
        @ResponseStatus(HttpStatus.CREATED)
        Mono<Placed> heldRetried(@RequestBody Order order) {
            return bench(() -> bench.placeSlowly(order));
        }

        @Idempotent
        @PostMapping("/bodyless")
        Mono<ResponseEntity<Void>> bodyless(@RequestBody Order order) {
            return bench(() -> {
                bench.place(order);
                return ResponseEntity.noContent().build();
            });
        }

        @Idempotent
        @PostMapping("/absent")
        Mono<ResponseEntity<Placed>> absent(@RequestBody Order order) {
            return bench(() -> bench.place(order)).then(Mono.empty());
        }

        @Idempotent
        @PostMapping("/answering")
        Mono<ResponseEntity<Placed>> answering(@RequestBody Order order) {
            return bench(() -> ResponseEntity.status(bench.status).body(bench.place(order)));
        }

        @Idempotent(key = "#order.item")
        @PostMapping("/by-item")
        @ResponseStatus(HttpStatus.CREATED)
        Mono<Placed> byItem(@RequestBody Order order) {
            return bench(() -> bench.place(order));
        }

        private static <T> Mono<T> bench(Callable<T> work) {
            return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
        }
    }
}
