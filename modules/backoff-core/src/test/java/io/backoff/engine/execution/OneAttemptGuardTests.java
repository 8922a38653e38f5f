package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.Verdict;
import io.backoff.engine.Calls;
import io.backoff.engine.LoggedLines;
import io.backoff.engine.Script;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls in a transaction that their attempts would share. */
@ParameterizedClass
@EnumSource
class OneAttemptGuardTests {

    private final Calls calls = new Calls();
    private final List<String> attempts = new ArrayList<>();

    @Parameter
    private Place place;

    @Test
    void aCallMakesOneAttemptAndTheFirstOneIsLogged() {
        assertThat(logged(3)).singleElement().asString().startsWith("WARNING Payments.charge() " + place.text);
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.NOT_RETRYABLE).containsValue(3L);
        assertThat(calls.decisions.decisions()).hasSize(3);
    }

    @Test
    void aPolicyThatNeverRetriesIsNotLogged() {
        calls.maxAttempts = 1;
        assertThat(logged(1)).isEmpty();
    }

    /** A dry run must not expect that another policy would retry the call. */
    @Test
    void itsFailuresAreRecordedAsFinal() throws Throwable {
        calls.recorder = new AttemptRecorder() {
            @Override
            public void succeeded(int attempt, long start) {
                attempts.add("succeeded");
            }

            @Override
            public void failed(int attempt, long start, Verdict verdict, long nanos) {
                attempts.add(verdict.kind().toString());
            }
        };
        OneAttemptGuard guard = calls.oneAttempt();
        catchThrowable(() -> BlockingRunner.run(place.of.apply(guard), new Script(new IOException("down"))));
        BlockingRunner.run(place.of.apply(guard), new Script("ok"));
        assertThat(attempts).containsExactly("NOT_RETRYABLE", "succeeded");
    }

    private List<String> logged(int number) {
        OneAttemptGuard guard = calls.oneAttempt();
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            for (int i = 0; i < number; i++) {
                catchThrowable(() -> BlockingRunner.run(place.of.apply(guard), new Script(new IOException("down"))));
            }
            return lines.all();
        }
    }

    enum Place {
        JOINING("is called in its caller's transaction", OneAttemptGuard::forJoining),
        INSIDE("makes one attempt: retries would run inside its own transaction", OneAttemptGuard::forInside);

        private final String text;
        private final Function<OneAttemptGuard, Guard> of;

        Place(String text, Function<OneAttemptGuard, Guard> of) {
            this.text = text;
            this.of = of;
        }
    }
}
