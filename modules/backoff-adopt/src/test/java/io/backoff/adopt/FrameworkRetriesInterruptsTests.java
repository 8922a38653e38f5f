package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.resilience.annotation.Retryable;

/** Interrupted calls get their last exception and keep the flag. */
class FrameworkRetriesInterruptsTests extends OneLibrary {

    private final Shop shop = get(Shop.class);

    FrameworkRetriesInterruptsTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class);
    }

    @AfterEach
    void clearTheFlag() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedThreadDoesNotRetry() {
        var failure = new IOException();
        var script = Script.of(failure);
        Thread.currentThread().interrupt();
        assertThat(catchThrowable(() -> shop.sell(script))).isSameAs(failure);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void anInterruptedThreadMayStillSucceed() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(shop.sell(Script.of("sold"))).isEqualTo("sold");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void anAttemptThatIsInterruptedIsTheLast() {
        var script = Script.of(new IOException("first"), new IOException("second"), "too late");
        assertThat(catchThrowable(() -> shop.sellInterrupted(script, 2))).hasMessage("second");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void anInterruptAfterTheLastAttemptChangesNothing() {
        var script = Script.failing(4, "too late");
        assertThat(catchThrowable(() -> shop.sellInterrupted(script, 4))).hasMessage("failure 4");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void aClearedFlagIsNotRestored() throws IOException {
        var script = Script.of(new IOException("first"), "sold");
        assertThat(shop.sellAndClear(script)).isEqualTo("sold");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void anInterruptWhileItWaitsEndsTheCall() throws InterruptedException {
        var failure = new IOException();
        var script = Script.of(failure, "too late");
        var thrown = new AtomicReference<Throwable>();
        var interrupted = new AtomicReference<Boolean>();
        var caller = new Thread(() -> {
            thrown.set(catchThrowable(() -> shop.sellMuchLater(script)));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        while (caller.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        caller.interrupt();
        caller.join();
        assertThat(thrown.get()).isSameAs(failure).hasNoSuppressedExceptions().hasNoCause();
        assertThat(interrupted.get()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    static class Shop {

        @Retryable(delay = 0)
        String sell(Script script) throws IOException {
            return script.run();
        }

        @Retryable(delay = 0)
        String sellInterrupted(Script script, int attempt) throws IOException {
            if (script.attempts() + 1 == attempt) {
                Thread.currentThread().interrupt();
            }
            return script.run();
        }

        @Retryable(delay = 0)
        String sellAndClear(Script script) throws IOException {
            Thread.currentThread().interrupt();
            try {
                return script.run();
            } finally {
                Thread.interrupted();
            }
        }

        @Retryable(delay = 3_600_000)
        String sellMuchLater(Script script) throws IOException {
            return script.run();
        }
    }
}
