package io.backoff.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(ints = {400, 500, 503})
    void areKnownByWhatTheCalleeSaysWhateverTheStatus(int status) {
        CalleeStatus known = new CalleeStatus.Http(status);
        assertThat(classifier(new CalleeResponse(known, false, false, Duration.ofSeconds(2), true, false), true)
                        .throttled(new IllegalStateException()))
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(classifier(new CalleeResponse(known, true, false, null, true, false), true)
                        .throttled(new IllegalStateException()))
                .isZero();
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
        return classifier(
                new CalleeResponse(known, false, false, retryAfter == null ? null : Duration.ofSeconds(retryAfter)),
                honored);
    }

    private static FailureClassifier classifier(CalleeResponse response, boolean honored) {
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
