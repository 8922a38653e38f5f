package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.Calls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attempts on other threads than the caller's have its context, and leave nothing of it behind. */
class FutureContextTests {

    private final Calls calls = new Calls();
    private final List<String> events = new ArrayList<>();

    @BeforeEach
    void recordContext() {
        calls.context = () -> () -> {
            events.add("restored");
            return () -> events.add("left");
        };
    }

    @Test
    void theFirstAttemptHasTheContextOfItsThread() {
        start();
        assertThat(events).containsExactly("attempt", "restored", "attempt", "left");
    }

    @Test
    void anAttemptAfterADelayHasThatOfTheCaller() {
        calls.waitFirst = true;
        start();
        assertThat(events).containsExactly("restored", "attempt", "left", "restored", "attempt", "left");
    }

    /** Makes a call whose first attempt throws. */
    private void start() {
        CompletableFuture<Object> call = calls.start(() -> {
            boolean first = !events.contains("attempt");
            events.add("attempt");
            if (first) {
                throw new IOException("down");
            }
            return CompletableFuture.completedFuture("done");
        });
        assertThat(call).isCompletedWithValue("done");
    }
}
