package io.backoff.sample.provider;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.format.annotation.DurationFormat.Unit;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Takes charges or fails them, as the current {@link Condition} says, and counts the requests. */
@RestController
@RequestMapping("/provider")
class ProviderController {

    private final AtomicLong requests = new AtomicLong();
    private final CardCharges charges;

    private volatile Condition condition = Condition.HEALTHY;

    ProviderController(CardCharges charges) {
        this.charges = charges;
    }

    /** Takes a charge. Requests with the same key are one charge, however often they are sent. */
    @PostMapping("/charges")
    ResponseEntity<Charge> charge(@RequestHeader("Idempotency-Key") String key, @RequestBody Payment payment)
            throws InterruptedException {
        long request = requests.incrementAndGet();
        Condition now = condition;
        Thread.sleep(now.latency().toMillis());
        return now.fails(request) ? now.failure() : ResponseEntity.ok(charges.take(key, payment.amount()));
    }

    /** The number of requested charges since the start, failed ones included. */
    @GetMapping("/requests")
    Requests requests() {
        return new Requests(requests.get());
    }

    /** The condition that the provider is in. */
    @GetMapping("/mode")
    Condition condition() {
        return condition;
    }

    /** The number of charges taken since the start. */
    @GetMapping("/charges")
    Taken charges() {
        return new Taken(charges.taken());
    }

    /**
     * Changes the provider's condition.
     *
     * @param mode healthy, failing, throttled, unavailable or outage
     * @param share the share of charges that fail; by default the share of the mode
     * @param retryAfter the value of {@code Retry-After} in seconds, in the modes that send it
     * @param latency the duration of each response, in milliseconds
     */
    @PutMapping("/mode")
    Condition become(
            @RequestParam String mode,
            @RequestParam @Nullable Double share,
            @RequestParam(defaultValue = "1") @DurationFormat(style = Style.SIMPLE, defaultUnit = Unit.SECONDS)
                    Duration retryAfter,
            @RequestParam(defaultValue = "0") @DurationFormat(style = Style.SIMPLE, defaultUnit = Unit.MILLIS)
                    Duration latency) {
        Mode named = Mode.named(mode);
        condition = new Condition(named, share == null ? named.share() : share, retryAfter, latency);
        return condition;
    }

    @ExceptionHandler
    ProblemDetail invalid(IllegalArgumentException reason) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, reason.getMessage());
    }

    record Payment(BigDecimal amount) {}

    record Requests(long requests) {}

    record Taken(long charges) {}
}
