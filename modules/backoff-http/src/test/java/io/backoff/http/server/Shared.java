package io.backoff.http.server;

import io.backoff.PermanentException;
import io.backoff.engine.BackoffOperations;
import io.backoff.http.OverloadedException;
import io.backoff.test.FakeTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.server.ResponseStatusException;

/** The beans that the applications under test have in common on Spring MVC and WebFlux. */
@Configuration(proxyBeanMethods = false)
class Shared {

    @Bean
    FakeTime time() {
        return new FakeTime();
    }

    @Bean
    AtomicInteger bottom() {
        return new AtomicInteger();
    }

    @Bean
    SimpleMeterRegistry meters() {
        return new SimpleMeterRegistry();
    }

    @RestController
    static class Pages {

        static final IllegalStateException ALWAYS_THE_SAME = new IllegalStateException("always this one");

        private final AtomicInteger bottom;

        private final BackoffOperations operations;

        Pages(AtomicInteger bottom, BackoffOperations operations) {
            this.bottom = bottom;
            this.operations = operations;
        }

        @GetMapping("/ok")
        String ok() {
            bottom.incrementAndGet();
            return "fine";
        }

        @GetMapping("/overloaded")
        String overloaded() {
            throw new OverloadedException("a secret");
        }

        @GetMapping("/overloaded-for-a-while")
        String overloadedForAWhile() {
            throw new OverloadedException("a secret", Duration.ofSeconds(3));
        }

        @GetMapping("/limited")
        String limited() {
            throw new InvocationRejectedException("limit", this);
        }

        @GetMapping("/own")
        ResponseEntity<String> own() {
            return ResponseEntity.status(503).body("closed for lunch");
        }

        @GetMapping("/own-hint")
        ResponseEntity<String> ownHint() {
            return ResponseEntity.status(503).header("Retry-After", "77").body("closed for lunch");
        }

        @GetMapping("/own-pushback")
        ResponseEntity<String> ownPushback() {
            return ResponseEntity.status(503)
                    .header("Retry-Pushback-Ms", "4321")
                    .body("closed for lunch");
        }

        @GetMapping("/own-never")
        ResponseEntity<String> ownNever() {
            return ResponseEntity.status(503).header("Retry-Pushback-Ms", "-1").body("closed for good");
        }

        @GetMapping("/status")
        String status() {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
        }

        @GetMapping("/handled")
        String handled() {
            throw new Handled();
        }

        @GetMapping("/unguarded")
        String unguarded() {
            throw ALWAYS_THE_SAME;
        }

        @GetMapping("/without-budget")
        String withoutBudget() throws Exception {
            return guarded("poor", ALWAYS_THE_SAME);
        }

        @GetMapping("/without-budget-handled")
        String withoutBudgetHandled() throws Exception {
            return guarded("poor", new Handled());
        }

        @GetMapping("/told-not-to-retry")
        String toldNotToRetry() throws Exception {
            HttpHeaders headers = new HttpHeaders();
            headers.set("Retry-Pushback-Ms", "-1");
            return guarded(
                    "inner",
                    HttpServerErrorException.create(HttpStatus.SERVICE_UNAVAILABLE, "", headers, new byte[0], null));
        }

        @GetMapping("/guarded-overload")
        String guardedOverload() throws Exception {
            return guarded("inner", new OverloadedException());
        }

        @GetMapping("/guarded-permanent")
        String guardedPermanent() throws Exception {
            return guarded("inner", new PermanentException(new IllegalStateException("for ever")));
        }

        @GetMapping("/guarded-status")
        String guardedStatus() throws Exception {
            return guarded("inner", new ResponseStatusException(HttpStatus.BAD_GATEWAY));
        }

        @GetMapping("/guarded-unavailable")
        String guardedUnavailable() throws Exception {
            return guarded("inner", new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE));
        }

        /** The failure that the call gave up with is the cause of the failure that names the status. */
        @GetMapping("/guarded-wrapped")
        String guardedWrapped() throws Exception {
            try {
                return guarded("inner", new IOException("down"));
            } catch (IOException failure) {
                throw new ResponseStatusException(HttpStatus.BAD_GATEWAY, "The bank is down", failure);
            }
        }

        /** The failure that names the status is the cause of another failure. */
        @GetMapping("/guarded-hidden")
        String guardedHidden() throws Exception {
            try {
                return guardedStatus();
            } catch (ResponseStatusException failure) {
                throw new IllegalArgumentException("hidden", failure);
            }
        }

        /** The failure that the call gave up with is dealt with; another one of the same status follows. */
        @GetMapping("/guarded-replaced")
        String guardedReplaced() throws Exception {
            try {
                return guardedStatus();
            } catch (ResponseStatusException dealtWith) {
                throw new ResponseStatusException(dealtWith.getStatusCode(), "Another one");
            }
        }

        @GetMapping("/guarded-annotated")
        String guardedAnnotated() throws Exception {
            return guarded("inner", new Gone());
        }

        @GetMapping("/guarded-handled")
        String guardedHandled() throws Exception {
            return guarded("inner", new Handled());
        }

        @GetMapping("/guarded-caught")
        String guardedCaught() throws Exception {
            try {
                return guarded("inner", ALWAYS_THE_SAME);
            } catch (IllegalStateException failure) {
                return "mine";
            }
        }

        @GetMapping("/guarded-caught-503")
        ResponseEntity<String> guardedCaught503() throws Exception {
            return ResponseEntity.status(503).body(guardedCaught());
        }

        private String guarded(String policy, Exception failure) throws Exception {
            return operations.call(policy, () -> {
                bottom.incrementAndGet();
                throw failure;
            });
        }

        @ExceptionHandler
        ResponseEntity<String> mine(Handled failure) {
            return ResponseEntity.status(HttpStatus.CONFLICT).body("mine");
        }
    }

    static class Handled extends OverloadedException {

        private static final long serialVersionUID = 1L;
    }

    @ResponseStatus(HttpStatus.GONE)
    static class Gone extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
