package io.backoff.idempotency.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.SkewedTime;
import io.backoff.idempotency.StoreContract;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryStoreTests extends StoreContract {

    private final SkewedTime clock = new SkewedTime(time);
    private final MemoryStore store = new MemoryStore(clock);

    @Override
    protected IdempotencyStore store() {
        return store;
    }

    /** Sets the clock of the machine. */
    @Override
    protected IdempotencyStore withClockAhead(Duration by) {
        clock.ahead(by);
        return store;
    }

    @Test
    void makesRoomByForgettingOutcomesAndNeverWhatRuns() {
        var small = new MemoryStore(time, 10_000);
        var running = request(id(), "running");
        small.claim(running);
        var ended = IntStream.range(0, 100)
                .mapToObj(number -> {
                    var request = request(id(), "a");
                    var token = request.token((Claim.Granted) small.claim(request));
                    small.complete(token, StoredOutcome.returned("x".repeat(500)), TTL);
                    return token.id();
                })
                .toList();

        assertThat(small.claim(running)).isInstanceOf(Claim.Taken.class);
        assertThat(ended.stream()
                        .filter(id -> small.claim(request(id, "b")) instanceof Claim.Taken)
                        .count())
                .isBetween(1L, 10L);
    }
}
