package io.backoff.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuccessTests {

    @Test
    void isAnOutcomeWithOrWithoutRetries() {
        assertThat(Stream.of(Outcome.values()).filter(Outcome::isSuccess))
                .containsExactly(Outcome.SUCCESS, Outcome.RECOVERED);
    }
}
