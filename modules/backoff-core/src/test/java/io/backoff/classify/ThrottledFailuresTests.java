package io.backoff.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThrottledFailuresTests {

    @ParameterizedTest
    @CsvSource({
        "429, , 0",
        "429, 2, 2",
        "503, 3, 3",
        "503, , ",
        "500, 3, ",
        "404, , ",
        "RESOURCE_EXHAUSTED, , 0",
        "RESOURCE_EXHAUSTED, 1, 1",
        "UNAVAILABLE, 1, ",
    })
    void areKnownByTheirResponse(String status, @Nullable Integer retryAfter, @Nullable Integer throttled) {
        assertThat(classifier(status, retryAfter, true).throttled(new IllegalStateException()))
                .isEqualTo(throttled == null ? null : Duration.ofSeconds(throttled));
    }

    @Test
    void hintsThatAreIgnoredStillMark503() {
        assertThat(classifier("503", 3, false).throttled(new IllegalStateException()))
                .isZero();
    }

    @Test
    void areNoneWithoutAResponse() {
        assertThat(Classifiers.retrying(Exception.class).throttled(new IllegalStateException()))
                .isNull();
    }

    private static FailureClassifier classifier(String status, @Nullable Integer retryAfter, boolean honored) {
        CalleeStatus known = Character.isDigit(status.charAt(0))
                ? new CalleeStatus.Http(Integer.parseInt(status))
                : GrpcStatus.parse(status);
        CalleeResponse response =
                new CalleeResponse(known, false, false, retryAfter == null ? null : Duration.ofSeconds(retryAfter));
        FailureRules rules = new FailureRules(
                FailureSelection.of(List.of()),
                FailureSelection.of(List.of()),
                new StatusRanges(List.of()),
                RetriedGrpcStatuses.DEFAULT,
                Set.of(),
                honored,
                ListDistances.EQUAL);
        return new FailureClassifier(rules, List.of(), List.of(failure -> response), FailureGroups.STANDARD);
    }
}
