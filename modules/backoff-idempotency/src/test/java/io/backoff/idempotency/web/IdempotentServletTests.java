package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

class IdempotentServletTests extends IdempotentServerContract {

    IdempotentServletTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @Test
    void leavesAStatusThatTheApplicationNamesAlone() {
        assertThat(server.post("/translated", "{}").statusCode()).isEqualTo(410);
    }

    /** The method has made the response itself, and returned null: that response cannot be repeated. */
    @Test
    void repeatsNoResponseThatTheMethodHasMadeItself() {
        bench().status = 412;
        assertThat(placeWithOwnStatus()).isEqualTo(412);
        assertThat(placeWithOwnStatus()).isEqualTo(409);
        assertThat(bench().runs).hasValue(1);
    }

    @Test
    void runsAgainAfterAServerErrorThatTheMethodHasSetItself() {
        bench().status = 503;
        assertThat(placeWithOwnStatus()).isEqualTo(503);
        bench().status = 200;
        assertThat(placeWithOwnStatus()).isEqualTo(200);
        assertThat(bench().runs).hasValue(2);
    }

    private int placeWithOwnStatus() {
        return post("/own-status", ORDER, key).statusCode();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Shop.class, Orders.class, IdempotentServerContract.Throwing.class, IdempotentServerContract.OwnAdvice.class
    })
    static class Application {}

    @RestController
    static class Orders {

        private final Bench bench;

        Orders(Bench bench) {
            this.bench = bench;
        }

        @Idempotent
        @PostMapping("/plain")
        @ResponseStatus(HttpStatus.CREATED)
        Placed plain(@RequestBody Order order, HttpServletRequest request, Locale locale) {
            return bench.place(order);
        }

        @Idempotent
        @PostMapping("/entity")
        ResponseEntity<Placed> entity(
                @RequestBody Order order, @RequestHeader(name = "Retry-Attempt", required = false) String attempt) {
            return ResponseEntity.created(URI.create("/orders/1"))
                    .header("X-Tag", "a", "b")
                    .header("Set-Cookie", "session=secret")
                    .body(bench.place(order));
        }

        @Idempotent
        @PostMapping("/later")
        CompletableFuture<ResponseEntity<Placed>> later(@RequestBody Order order) {
            return CompletableFuture.supplyAsync(
                    () -> ResponseEntity.status(201).body(bench.place(order)));
        }

        @Backoff("patient")
        @Idempotent
        @PostMapping("/retried")
        @ResponseStatus(HttpStatus.CREATED)
        Placed retried(@RequestBody Order order) {
            return bench.place(order);
        }

        @Idempotent
        @PostMapping("/held")
        @ResponseStatus(HttpStatus.CREATED)
        Placed held(@RequestBody Order order) {
            return bench.placeSlowly(order);
        }

        @Backoff("patient")
        @Idempotent
        @PostMapping("/held-retried")
        @ResponseStatus(HttpStatus.CREATED)
        Placed heldRetried(@RequestBody Order order) {
            return bench.placeSlowly(order);
        }

        @Idempotent
        @PostMapping("/bodyless")
        ResponseEntity<Void> bodyless(@RequestBody Order order) {
            bench.place(order);
            return ResponseEntity.noContent().build();
        }

        @Idempotent
        @PostMapping("/absent")
        @Nullable
        ResponseEntity<Placed> absent(@RequestBody Order order) {
            bench.place(order);
            return null;
        }

        @Idempotent
        @PostMapping("/own-status")
        @Nullable
        ResponseEntity<Placed> ownStatus(@RequestBody Order order, HttpServletResponse response) {
            bench.place(order);
            response.setStatus(bench.status);
            return null;
        }

        @Idempotent
        @PostMapping("/answering")
        ResponseEntity<Placed> answering(@RequestBody Order order) {
            return ResponseEntity.status(bench.status).body(bench.place(order));
        }

        @Idempotent(key = "#order.item")
        @PostMapping("/by-item")
        @ResponseStatus(HttpStatus.CREATED)
        Placed byItem(@RequestBody Order order) {
            return bench.place(order);
        }
    }
}
