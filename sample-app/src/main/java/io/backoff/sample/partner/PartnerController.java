package io.backoff.sample.partner;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
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

/** Books confirmed orders: each once, however often its confirmation is sent. */
@RestController
@RequestMapping("/partner")
class PartnerController {

    private final AtomicLong requests = new AtomicLong();
    private final Map<String, Confirmation> booked = new ConcurrentHashMap<>();
    private volatile Mood mood = Mood.OPEN;

    /**
     * Books an order. The order id is the key, so a repeated request is recognized and gets the same response. The same
     * key with different content is the sender's mistake, which no retry fixes.
     */
    @PostMapping("/confirmations")
    ResponseEntity<Void> confirm(@RequestHeader("Idempotency-Key") String key, @RequestBody Confirmation confirmation) {
        requests.incrementAndGet();
        if (mood == Mood.CLOSED) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build();
        }
        Confirmation known = booked.putIfAbsent(key, confirmation);
        if (known != null && !known.equals(confirmation)) {
            return ResponseEntity.unprocessableContent().build();
        }
        // A mute partner has booked the order, but the sender does not learn of it and repeats the request.
        return ResponseEntity.status(mood == Mood.MUTE ? HttpStatus.BAD_GATEWAY : HttpStatus.NO_CONTENT)
                .build();
    }

    /** The number of requests, and the booked orders. */
    @GetMapping("/confirmations")
    Books books() {
        return new Books(requests.get(), booked.size(), booked);
    }

    /**
     * Changes how the partner behaves.
     *
     * @param mood open, closed or mute
     */
    @PutMapping("/mood")
    Books become(@RequestParam String mood) {
        this.mood = Mood.named(mood);
        return books();
    }

    @ExceptionHandler
    ProblemDetail invalid(IllegalArgumentException reason) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, reason.getMessage());
    }

    record Confirmation(String item, BigDecimal amount) {}

    record Books(long requests, int booked, Map<String, Confirmation> orders) {}
}
