package io.backoff.sample.provider;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Settles charges, as many per second as its {@link Throttle} admits. Rejects other requests, without Retry-After. */
@RestController
@RequestMapping("/provider")
class SettlementController {

    private static final int USUAL_LIMIT = 40;

    private static final long LATENCY_MILLIS = 100;

    private volatile @Nullable Throttle throttle = new Throttle(USUAL_LIMIT, System.nanoTime());

    SettlementController(MeterRegistry registry) {
        Gauge.builder("provider.limit", this, SettlementController::perSecond)
                .description("Settlements per second that the provider allows, NaN without a limit")
                .register(registry);
    }

    /** Settles a charge. A repeated request has no further effect. */
    @PutMapping("/settlements/{charge}")
    ResponseEntity<Void> settle(@PathVariable String charge) throws InterruptedException {
        Throttle now = throttle;
        boolean admitted = now == null || now.admits(System.nanoTime());
        Thread.sleep(LATENCY_MILLIS);
        return ResponseEntity.status(admitted ? HttpStatus.NO_CONTENT : HttpStatus.TOO_MANY_REQUESTS)
                .build();
    }

    /** The limit of settlements. */
    @GetMapping("/limit")
    Limit limit() {
        Throttle now = throttle;
        return new Limit(now == null ? null : now.perSecond());
    }

    /**
     * Changes the limit of settlements.
     *
     * @param perSecond settlements per second, at least 1
     */
    @PutMapping("/limit")
    Limit change(@RequestParam int perSecond) {
        throttle = new Throttle(perSecond, System.nanoTime());
        return limit();
    }

    /** Lifts the limit. */
    @DeleteMapping("/limit")
    Limit lift() {
        throttle = null;
        return limit();
    }

    private double perSecond() {
        Throttle now = throttle;
        return now == null ? Double.NaN : now.perSecond();
    }

    @ExceptionHandler
    ProblemDetail invalid(IllegalArgumentException reason) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, reason.getMessage());
    }

    /**
     * The limit of settlements.
     *
     * @param perSecond settlements per second; {@code null} without a limit
     */
    record Limit(@Nullable Integer perSecond) {}
}
