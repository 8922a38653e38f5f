package io.backoff.docs.code.slices;

import io.backoff.Backoff;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Mono;

@Service
class QuoteService {

    private int attempts;

    @Backoff("payments")
    Mono<String> quote() {
        attempts++;
        return Mono.error(new IllegalStateException("down"));
    }

    int attempts() {
        return attempts;
    }
}
