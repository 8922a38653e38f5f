package io.backoff.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Under which cause the retry of a failure is counted. */
class RetryCausesTests {

    @ParameterizedTest
    @CsvSource({
        "429, false, THROTTLED",
        "499, false, OTHER",
        "500, false, HTTP_5XX",
        "599, false, HTTP_5XX",
        "600, false, OTHER",
        "503, true, OVERLOADED",
        "429, true, OVERLOADED",
        "RESOURCE_EXHAUSTED, false, THROTTLED",
        "DEADLINE_EXCEEDED, false, TIMEOUT",
        "UNAVAILABLE, false, GRPC",
        "UNAVAILABLE, true, OVERLOADED",
    })
    void dependOnTheResponse(String status, boolean overloaded, RetryCause cause) {
        CalleeStatus known = Character.isDigit(status.charAt(0))
                ? new CalleeStatus.Http(Integer.parseInt(status))
                : GrpcStatus.parse(status);
        assertThat(cause(new IOException(), new CalleeResponse(known, false, overloaded, null)))
                .isEqualTo(cause);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new SocketTimeoutException(), RetryCause.TIMEOUT),
                Arguments.of(new SQLException(new TimeoutException()), RetryCause.TIMEOUT),
                Arguments.of(new SQLTimeoutException(), RetryCause.TIMEOUT),
                Arguments.of(new SQLException(new IOException()), RetryCause.DB),
                Arguments.of(new IllegalStateException(new IOException()), RetryCause.IO),
                Arguments.of(new IllegalStateException(), RetryCause.OTHER));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void dependOnTheFailureAndItsCausesWithoutAResponse(Throwable failure, RetryCause cause) {
        assertThat(cause(failure, null)).isEqualTo(cause);
    }

    private static RetryCause cause(Throwable failure, @Nullable CalleeResponse response) {
        FailureRules rules = new FailureRules(
                FailureSelection.of(List.of(Exception.class)),
                FailureSelection.of(List.of()),
                StatusRanges.parse(List.of("100-999")),
                RetriedGrpcStatuses.ALL,
                Set.of(),
                true,
                ListDistances.EQUAL);
        return new FailureClassifier(rules, List.of(), List.of(each -> response), FailureGroups.STANDARD)
                .classify(failure)
                .cause();
    }
}
