package io.backoff.http.server;

import io.backoff.http.OverloadedException;
import io.backoff.test.FakeTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What the applications under test have in common: the same on Spring MVC and on WebFlux. */
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

        Pages(AtomicInteger bottom) {
            this.bottom = bottom;
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

        @ExceptionHandler
        ResponseEntity<String> mine(Handled failure) {
            return ResponseEntity.status(HttpStatus.CONFLICT).body("mine");
        }
    }

    static class Handled extends OverloadedException {

        private static final long serialVersionUID = 1L;
    }
}
