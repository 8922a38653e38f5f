package io.backoff.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryStoreTests extends StoreContract {

    private final MemoryStore store = new MemoryStore(time);

    @Override
    protected IdempotencyStore store() {
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
                    var ticket = request.ticket((Claim.Granted) small.claim(request));
                    small.complete(ticket, StoredOutcome.returned("x".repeat(500)), TTL);
                    return ticket.id();
                })
                .toList();

        assertThat(small.claim(running)).isInstanceOf(Claim.Taken.class);
        assertThat(ended.stream()
                        .filter(id -> small.claim(request(id, "b")) instanceof Claim.Taken)
                        .count())
                .isBetween(1L, 10L);
    }
}
