package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.execution.Stage;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing that a retry writes could be committed in a transaction that the previous attempt marked rollback-only. */
class CallerTransactionTests {

    private final Calls calls = new Calls();
    private final Script failing = new Script(new IOException("down"));
    private boolean active = true;
    private boolean rollbackOnly;

    @BeforeEach
    void beginTransaction() {
        calls.transactions = new CallerTransactions() {
            @Override
            public boolean isActive() {
                return active;
            }

            @Override
            public boolean isRollbackOnly() {
                return rollbackOnly;
            }

            @Override
            public @Nullable MethodTransactions of(Method method, Class<?> targetClass) {
                return null;
            }
        };
    }

    @Test
    void anAttemptThatMarksItEndsTheCall() {
        run(failing.doing(() -> rollbackOnly = true));
        assertThat(failing.attempts).isOne();
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.NOT_RETRYABLE);
    }

    @Test
    void theFirstCallThatEndsForThatIsReported() {
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            var guard = calls.operations();
            for (int i = 0; i < 3; i++) {
                rollbackOnly = false;
                catchThrowable(() -> guard.run("payments", () -> {
                    rollbackOnly = true;
                    throw new IOException("down");
                }));
            }
            assertThat(lines.all())
                    .singleElement()
                    .asString()
                    .contains("(policy 'payments') is not retried: an attempt");
        }
    }

    /** A listener of one call makes no difference. */
    @Test
    void onlyTheFirstOfSeveralCallsWithListenersIsReported() {
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            var operations = calls.operations();
            for (int i = 0; i < 3; i++) {
                rollbackOnly = false;
                catchThrowable(() -> operations.run(
                        "payments",
                        () -> {
                            rollbackOnly = true;
                            throw new IOException("down");
                        },
                        decision -> {}));
            }
            assertThat(lines.all()).hasSize(1);
        }
    }

    @Test
    void aCallThatWouldNotBeRetriedAnywayIsNotReported() {
        calls.maxAttempts = 1;
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            run(failing.doing(() -> rollbackOnly = true));
            assertThat(lines.all()).isEmpty();
        }
    }

    @Test
    void anAttemptThatLeavesItAloneIsRetried() {
        run(failing);
        assertThat(failing.attempts).isEqualTo(3);
    }

    @Test
    void oneThatWasMarkedBeforeTheCallIsIgnored() {
        rollbackOnly = true;
        run(failing);
        assertThat(failing.attempts).isEqualTo(3);
    }

    @Test
    void theTransactionOfTheAttemptItselfIsIgnored() {
        active = false;
        run(failing.doing(() -> active = rollbackOnly = true));
        assertThat(failing.attempts).isEqualTo(3);
    }

    @Test
    void oneThatHasEndedIsIgnored() {
        run(failing.doing(() -> {
            rollbackOnly = true;
            active = false;
        }));
        assertThat(failing.attempts).isEqualTo(3);
    }

    @Test
    void aFailureOnAnotherThreadIsNotInIt() throws Exception {
        var stage = new Stage();
        calls.start(stage);
        rollbackOnly = true;
        var other = new Thread(() -> stage.last().completeExceptionally(new IOException("down")));
        other.start();
        other.join();
        assertThat(stage.started).hasSize(2);
    }

    private void run(Script script) {
        catchThrowable(() -> calls.run(script));
    }
}
