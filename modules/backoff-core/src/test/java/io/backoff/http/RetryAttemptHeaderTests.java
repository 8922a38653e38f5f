package io.backoff.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RetryAttemptHeaderTests {

    @Test
    void whatIsSentCanBeRead() {
        RetryAttemptHeader header = new RetryAttemptHeader(1, OptionalInt.of(3), OptionalLong.of(850));
        assertThat(header.format()).isEqualTo("1;max=3;ttl=850");
        assertThat(RetryAttemptHeader.parse(header.format())).isEqualTo(header);
        assertThat(new RetryAttemptHeader(2, OptionalInt.empty(), OptionalLong.empty()).format())
                .isEqualTo("2");
    }
}
