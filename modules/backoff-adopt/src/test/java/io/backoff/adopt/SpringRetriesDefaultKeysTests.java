package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import org.junit.jupiter.api.Test;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.annotation.Retryable;

/** Stateful methods of an application that generates no keys: the arguments are the key. */
class SpringRetriesDefaultKeysTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final IllegalStateException failure = new IllegalStateException("failure");

    SpringRetriesDefaultKeysTests(String mode) {
        super(mode, Service.class);
    }

    @Test
    void callsWithTheSameArgumentsShareTheirState() throws Exception {
        var script = Script.of(failure, failure, "result");
        assertThrows(failure, () -> service.call(script));
        assertThrows(failure, () -> service.call(script));
        assertThat(catchThrowable(() -> service.call(script))).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(service.call(script)).isEqualTo("result");
    }

    @Test
    void callsWithOtherArgumentsDoNot() throws Exception {
        var script = Script.of(failure);
        assertThrows(failure, () -> service.call(script));
        assertThat(service.call(Script.of("result"))).isEqualTo("result");
        assertThrows(failure, () -> service.call(script));
        assertThat(catchThrowable(() -> service.call(script))).isExactlyInstanceOf(ExhaustedRetryException.class);
    }

    static class Service {

        @Retryable(stateful = true, maxAttempts = 2)
        Object call(Script script) throws Exception {
            return script.run();
        }
    }
}
