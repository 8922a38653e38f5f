package io.backoff.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLNonTransientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which failures are retried: those of {@code retry-on} that {@code abort-on} does not exclude and whose status, if they
 * carry one, is listed, or does not matter since {@code retry-on} names their class nearer to the call.
 */
class RetriedFailuresTests {

    // The lists of statuses hold 503 and UNAVAILABLE; the last column says where they are written.
    @ParameterizedTest(name = "{0} without {1}, {2}, lists {3}: {4}")
    @CsvSource(delimiter = '|', textBlock = """
            retry-on             | abort-on  | failure              | lists   | result
            Exception            |           | Flaky                | further | retried
            Exception            |           | Flaky 503            | further | retried
            Exception            |           | Flaky 404            | further | status
            Exception            |           | Flaky UNAVAILABLE    | further | retried
            Exception            |           | Flaky NOT_FOUND      | further | status
            RuntimeException     |           | Flaky 404            | further | status
            Throwable            |           | Flaky 404            | further | status
            Exception            |           | Error 503            | further | type
            Flaky                |           | Flaky                | further | retried
            Flaky                |           | Flaky 503            | further | retried
            Flaky                |           | Flaky 404            | further | retried
            Flaky                |           | Flaky NOT_FOUND      | further | retried
            Flaky                |           | Other                | further | type
            Flaky                |           | Other 503            | further | type
            Flaky                |           | Other UNAVAILABLE    | further | type
            Flaky                |           | Other NOT_FOUND      | further | status
            Flaky                |           | Other by Flaky 404   | further | retried
            Flaky                |           | Flaky 404 by Other   | further | retried
            Flaky                |           | Flaky 503            | near    | retried
            Flaky                |           | Flaky 404            | near    | status
            Flaky                |           | Flaky NOT_FOUND      | near    | status
            Flaky                |           | Flaky                | near    | retried
            Flaky                |           | Other 503            | near    | type
            Exception Flaky      |           | Flaky 404            | further | retried
            Exception Flaky      |           | Other 404            | further | status
            Exception Flaky      |           | Other 503            | further | retried
            transient            |           | Other 503            | further | retried
            transient            |           | Other UNAVAILABLE    | further | retried
            transient            |           | Other 404            | further | type
            transient            |           | IOException          | further | retried
            transient            |           | IOException 404      | further | status
            transient Flaky      |           | Flaky 404            | further | retried
            transient Flaky      |           | Other 503            | further | retried
            transient Flaky      |           | Other                | further | type
            permanent            |           | Illegal              | further | retried
            permanent            |           | Illegal 404          | further | status
            Exception            | Flaky     | Flaky 503            | further | named
            Flaky                | Flaky     | Flaky 503            | further | named
            Exception            | transient | Flaky 503            | further | group
            Flaky                | transient | Flaky 503            | further | retried
            Exception            | permanent | Illegal 503          | further | group
            Illegal              | permanent | Illegal 404          | further | retried
            Flaky                | permanent | Flaky 404 by Illegal | further | group
            """, useHeadersInDisplayName = true)
    void areChosenByClassThenByStatus(
            String retryOn, @Nullable String abortOn, String failure, String lists, String result) {
        FailureRules rules = rules(
                selection(retryOn),
                selection(abortOn == null ? "" : abortOn),
                false,
                Set.of(),
                lists.equals("near") ? new ListDistances(2, 2, 0) : new ListDistances(0, 1, 2));

        assertThat(described(classified(failure(failure), rules))).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, true", "0, 0, false", "2, 1, false", "2, 4, true"})
    void admitsAnyStatusOnlyOfWhatIsNamedNearerThanTheList(int retryOn, int list, boolean retried) {
        var rules = new FailureRules(
                selection("Flaky"),
                selection(""),
                StatusRanges.parse(List.of("503")),
                RetriedGrpcStatuses.DEFAULT,
                Set.of(),
                true,
                new ListDistances(retryOn, list, list));

        assertThat(rules.admits(new Flaky("404"), new CalleeStatus.Http(404))).isEqualTo(retried);
        assertThat(rules.admits(new Flaky("NOT_FOUND"), GrpcStatus.NOT_FOUND)).isEqualTo(retried);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void countsAnAnnotationAsNearAsThePolicyThatItNames(int list, boolean listDecides) {
        var rules = new FailureRules(
                        selection("Exception"),
                        selection(""),
                        StatusRanges.parse(List.of("503")),
                        RetriedGrpcStatuses.DEFAULT,
                        Set.of(),
                        true,
                        new ListDistances(4, list, list))
                .replaceRetryOn(List.of(Flaky.class));

        assertThat(rules.admits(new Flaky("404"), new CalleeStatus.Http(404))).isEqualTo(!listDecides);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 2, false, true", "1, 2, 0, true, false"})
    void comparesTheDistanceOfTheListForTheStatus(int retryOn, int http, int grpc, boolean byHttp, boolean byGrpc) {
        var rules = rules(selection("Flaky"), selection(""), false, Set.of(), new ListDistances(retryOn, http, grpc));

        assertThat(rules.admits(new Flaky("404"), new CalleeStatus.Http(404))).isEqualTo(byHttp);
        assertThat(rules.admits(new Flaky("NOT_FOUND"), GrpcStatus.NOT_FOUND)).isEqualTo(byGrpc);
    }

    /** What the application lists precedes a group; the default list does not. */
    @ParameterizedTest
    @CsvSource({"true, Illegal UNAVAILABLE, retried", "false, Illegal UNAVAILABLE, group", "true, Illegal 503, group"})
    void includeAListedGrpcStatusOfAnExcludedGroup(boolean explicit, String failure, String result) {
        var rules =
                rules(selection("Exception"), selection("permanent"), explicit, Set.of(), new ListDistances(0, 1, 2));

        assertThat(described(classified(failure(failure), rules))).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({
        "23505, '', retried",
        "23505, permanent, retried",
        "23506, '', type",
        "23506, permanent, group",
        ", '', type"
    })
    void includeListedSqlStatesWhateverTheirType(@Nullable String state, String abortOn, String result) {
        var rules = rules(selection("Flaky"), selection(abortOn), false, Set.of("23505"), new ListDistances(0, 1, 2));
        var failure = new IllegalStateException("Exception", new SQLNonTransientException("Exception", state));

        assertThat(described(classified(failure, rules))).isEqualTo(result);
    }

    @Test
    void includeNoOtherFailuresIfSqlStatesAreListed() {
        var rules = rules(selection("Flaky"), selection(""), false, Set.of("23505"), new ListDistances(0, 1, 2));

        assertThat(described(classified(failure("Other"), rules))).isEqualTo("type");
    }

    @Test
    void excludeWhatAnAnnotationAdds() {
        var rules = rules(selection("Exception"), selection("Illegal"), false, Set.of(), ListDistances.EQUAL)
                .addAbortOn(List.of(Flaky.class));

        assertThat(described(classified(failure("Flaky"), rules))).isEqualTo("named");
        assertThat(described(classified(failure("Illegal"), rules))).isEqualTo("named");
        assertThat(described(classified(failure("Other"), rules))).isEqualTo("retried");
    }

    @Test
    void excludeWhatTheCalleeForbids() {
        var classifier = new FailureClassifier(
                rules(selection("Exception"), selection(""), false, Set.of(), ListDistances.EQUAL),
                List.of(),
                List.of(failure -> new CalleeResponse(503, true, false, null)),
                FailureGroups.STANDARD);

        assertThat(classifier.classify(new Flaky("503")).kind()).isEqualTo(Verdict.Kind.OVERLOADED);
    }

    @ParameterizedTest
    @CsvSource({
        "Exception, '', false, retried", "Flaky, '', false, retried", "transient, '', false, retried",
        "Exception, Illegal, false, named", "Exception, permanent, false, group", "Exception, '', true, named"
    })
    void includeACallInProgressWhateverIsListed(String retryOn, String abortOn, boolean never, String described) {
        var busy = new CalleeResponse(new CalleeStatus.Http(409), never, false, Duration.ofSeconds(1), false, true);
        var classifier = new FailureClassifier(
                rules(selection(retryOn), selection(abortOn), true, Set.of(), ListDistances.EQUAL),
                List.of(),
                List.of(failure -> busy),
                FailureGroups.STANDARD);

        var verdict = classifier.classify(new IllegalArgumentException("409"));
        assertThat(described(verdict)).isEqualTo(described);
        assertThat(verdict.retryAfter()).isEqualTo(described.equals("retried") ? Duration.ofSeconds(1) : null);
        assertThat(verdict.free()).isFalse();
    }

    /** A failure without a delay of its own leaves it to the response. */
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 1"})
    void waitForTheirOwnRetryAfterOrThatOfTheResponse(int own, int seconds) {
        var classifier = new FailureClassifier(
                rules(selection("Exception"), selection(""), false, Set.of(), ListDistances.EQUAL),
                List.of(),
                List.of(failure -> new CalleeResponse(503, false, false, Duration.ofSeconds(2))),
                FailureGroups.STANDARD);

        assertThat(classifier.classify(new Busy(Duration.ofSeconds(own))).retryAfter())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    private static FailureRules rules(
            FailureSelection retryOn,
            FailureSelection abortOn,
            boolean explicit,
            Set<String> sqlStates,
            ListDistances distances) {
        return new FailureRules(
                retryOn,
                abortOn,
                StatusRanges.parse(List.of("503")),
                new RetriedGrpcStatuses(EnumSet.of(GrpcStatus.UNAVAILABLE), explicit),
                sqlStates,
                true,
                distances);
    }

    private static Verdict classified(Throwable failure, FailureRules rules) {
        return new FailureClassifier(rules, List.of(), List.of(RetriedFailuresTests::response), FailureGroups.STANDARD)
                .classify(failure);
    }

    private static String described(Verdict verdict) {
        if (verdict.kind() == Verdict.Kind.RETRY) {
            return "retried";
        }
        if (verdict.excluded() == null) {
            return "named";
        }
        return verdict.excluded() instanceof Exclusion.UnlistedStatus
                ? "status"
                : verdict.excluded() instanceof Exclusion.UnlistedType ? "type" : "group";
    }

    private static FailureSelection selection(String names) {
        List<Class<? extends Throwable>> types = new ArrayList<>();
        Set<FailureGroup> groups = EnumSet.noneOf(FailureGroup.class);
        for (String each : names.split(" ")) {
            switch (each) {
                case "Throwable" -> types.add(Throwable.class);
                case "Exception" -> types.add(Exception.class);
                case "RuntimeException" -> types.add(RuntimeException.class);
                case "Flaky" -> types.add(Flaky.class);
                case "Illegal" -> types.add(IllegalArgumentException.class);
                case "transient" -> groups.add(FailureGroup.TRANSIENT);
                case "permanent" -> groups.add(FailureGroup.PERMANENT);
                default -> assertThat(each).isEmpty();
            }
        }
        return new FailureSelection(types, groups);
    }

    private static Throwable failure(String text) {
        String[] outer = text.split(" by ");
        Throwable failure = one(outer[0].split(" "));
        if (outer.length > 1) {
            failure.initCause(one(outer[1].split(" ")));
        }
        return failure;
    }

    private static Throwable one(String[] parts) {
        String status = parts.length > 1 ? parts[1] : null;
        return switch (parts[0]) {
            case "Flaky" -> new Flaky(status);
            case "Other" -> new RuntimeException(status);
            case "Illegal" -> new IllegalArgumentException(status);
            case "IOException" -> new IOException(status);
            case "Error" -> new AssertionError(status);
            default -> throw new IllegalArgumentException(Arrays.toString(parts));
        };
    }

    private static @Nullable CalleeResponse response(Throwable failure) {
        String status = failure.getMessage();
        if (status == null || status.contains("Exception")) {
            return null;
        }
        return Character.isDigit(status.charAt(0))
                ? CalleeResponse.ofStatus(Integer.parseInt(status))
                : new CalleeResponse(GrpcStatus.parse(status), false, false, null);
    }

    private static final class Flaky extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Flaky(@Nullable String message) {
            super(message);
        }
    }
}
