package io.backoff.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetriedGrpcStatusesTests {

    @Test
    void areWrittenInAnyCaseWithHyphensOrUnderscores() {
        assertThat(RetriedGrpcStatuses.parse(List.of(" unavailable ", "Resource-Exhausted", "DATA_LOSS"), true)
                        .members())
                .containsExactly(GrpcStatus.RESOURCE_EXHAUSTED, GrpcStatus.UNAVAILABLE, GrpcStatus.DATA_LOSS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ok          | 'OK' is the status of a success, which needs no retry
            unavailible | 'unavailible' is not a gRPC status such as UNAVAILABLE; did you mean UNAVAILABLE?
            503         | '503' is not a gRPC status such as UNAVAILABLE
            """, quoteCharacter = '"')
    void areNoOtherWords(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetriedGrpcStatuses.parse(List.of(text), true))
                .withMessage(message);
    }
}
