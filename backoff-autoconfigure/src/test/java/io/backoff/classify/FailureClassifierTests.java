package io.backoff.classify;

import static io.backoff.classify.Verdict.Kind.ABORT;
import static io.backoff.classify.Verdict.Kind.NOT_RETRYABLE;
import static io.backoff.classify.Verdict.Kind.OVERLOADED;
import static io.backoff.classify.Verdict.Kind.RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.PermanentException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.web.client.ResourceAccessException;

class FailureClassifierTests {

    private static final FailureSelection NOTHING = FailureSelection.of(List.of());

    private static final FailureRules RULES = new FailureRules(
            FailureSelection.of(List.of(Exception.class)),
            FailureSelection.of(List.of(FileNotFoundException.class)),
            StatusRanges.parse(List.of("429", "5xx")),
            RetriedGrpcStatuses.DEFAULT,
            Set.of("40001"),
            true,
            ListDistances.EQUAL);

    @ParameterizedTest
    @MethodSource
    void judgesByType(Throwable failure, Verdict.Kind kind) {
        assertThat(classify(RULES, failure).kind()).isEqualTo(kind);
    }

    static Stream<Arguments> judgesByType() {
        return Stream.of(
                arguments(new IOException(), RETRY),
                arguments(new AssertionError(), NOT_RETRYABLE),
                arguments(new AssertionError(new IOException()), RETRY),
                arguments(new FileNotFoundException(), NOT_RETRYABLE),
                arguments(new UncheckedIOException(new FileNotFoundException()), NOT_RETRYABLE),
                arguments(new InterruptedException(), ABORT),
                arguments(new IllegalStateException(new InterruptedException()), ABORT),
                arguments(new CancellationException(), ABORT),
                arguments(new OutOfMemoryError(), NOT_RETRYABLE),
                arguments(new StackOverflowError(), NOT_RETRYABLE),
                arguments(new ExceptionInInitializerError(new IOException()), NOT_RETRYABLE),
                arguments(new UnsatisfiedLinkError(), NOT_RETRYABLE),
                arguments(new IllegalStateException(new NoClassDefFoundError()), NOT_RETRYABLE),
                arguments(new PermanentException(new IOException()), NOT_RETRYABLE),
                arguments(new IllegalStateException(new PermanentException(new IOException())), NOT_RETRYABLE));
    }

    @ParameterizedTest
    @MethodSource
    void looksThroughTheWrappersOfFuturesAndProxies(Throwable failure) {
        assertThat(new FailureClassifier(
                                RULES,
                                List.of(FailureClassifierTests::ownIoException),
                                List.of(),
                                FailureGroups.STANDARD)
                        .classify(failure))
                .isEqualTo(Verdict.overloaded());
    }

    static Stream<Throwable> looksThroughTheWrappersOfFuturesAndProxies() {
        var failure = new IOException();
        return Stream.of(
                new CompletionException(failure),
                new ExecutionException(failure),
                new UndeclaredThrowableException(failure),
                new CompletionException(new ExecutionException(failure)));
    }

    @Test
    void keepsAWrapperWithoutCause() {
        assertThat(classify(RULES, new CompletionException(null)).kind()).isEqualTo(RETRY);
    }

    @Test
    void survivesCausesInACircle() {
        var one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("two", one));
        assertThat(classify(RULES, one).kind()).isEqualTo(RETRY);
        assertThat(classify(RULES.replaceRetryOn(List.of(IOException.class)), one)
                        .kind())
                .isEqualTo(NOT_RETRYABLE);
    }

    @Test
    void survivesWrappersInACircle() {
        var one = new UndeclaredThrowableException(null) {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable getCause() {
                return this;
            }
        };
        assertThat(classify(RULES, one).kind()).isEqualTo(RETRY);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    void sortsRetriesByCause(Throwable failure, RetryCause cause) {
        assertThat(classify(RULES, failure).cause()).isEqualTo(cause);
    }

    static Stream<Arguments> sortsRetriesByCause() {
        return Stream.of(
                arguments(new ConnectException(), RetryCause.IO),
                arguments(new UncheckedIOException(new IOException()), RetryCause.IO),
                arguments(new ResourceAccessException("refused"), RetryCause.IO),
                arguments(new SocketTimeoutException(), RetryCause.TIMEOUT),
                arguments(new HttpTimeoutException("slow"), RetryCause.TIMEOUT),
                arguments(new TimeoutException(), RetryCause.TIMEOUT),
                arguments(new QueryTimeoutException("slow"), RetryCause.TIMEOUT),
                arguments(new ResourceAccessException("slow", new SocketTimeoutException()), RetryCause.TIMEOUT),
                arguments(new IllegalStateException(), RetryCause.OTHER),
                arguments(answer(429), RetryCause.THROTTLED),
                arguments(answer(503), RetryCause.HTTP_5XX),
                arguments(answer(503, false, true, null), RetryCause.OVERLOADED));
    }

    /** The first match wins; later checks would classify each of these differently. */
    @Nested
    class Order {

        @ParameterizedTest
        @ValueSource(classes = {CancellationException.class, OutOfMemoryError.class})
        void asksNoClassifierAboutWhatIsNeverRetried(Class<? extends Throwable> type) throws Exception {
            assertThat(classify(
                                    failure -> Verdict.retry(RetryCause.OTHER),
                                    type.getConstructor().newInstance())
                            .kind())
                    .isNotEqualTo(RETRY);
        }

        @Test
        void asksNoClassifierAboutAPermanentFailure() {
            var failure = new PermanentException(new IOException());
            assertThat(classify(each -> Verdict.retry(RetryCause.OTHER), failure)
                            .kind())
                    .isEqualTo(NOT_RETRYABLE);
        }

        @Test
        void asksClassifiersBeforeTheCallee() {
            assertThat(classify(failure -> Verdict.retry(RetryCause.IO), answer(503, true, false, null)))
                    .isEqualTo(Verdict.retry(RetryCause.IO));
        }

        @Test
        void asksClassifiersInTurn() {
            Classifier indifferent = failure -> null;
            Classifier second = failure -> Verdict.overloaded();
            Classifier third = failure -> Verdict.abort();
            var classifier = new FailureClassifier(
                    RULES, List.of(indifferent, second, third), List.of(), FailureGroups.STANDARD);
            assertThat(classifier.classify(new IOException()).kind()).isEqualTo(OVERLOADED);
        }

        @Test
        void asksTheCalleeBeforeAbortOn() {
            var rules = RULES.addAbortOn(List.of(Answer.class));
            assertThat(classify(rules, answer(503, true, false, null)).kind()).isEqualTo(OVERLOADED);
        }

        @Test
        void asksAbortOnBeforeTheStatus() {
            assertThat(classify(RULES.addAbortOn(List.of(Answer.class)), answer(503))
                            .kind())
                    .isEqualTo(NOT_RETRYABLE);
        }

        @ParameterizedTest
        @ValueSource(ints = {400, 404, 409, 302})
        void retriesNoStatusThatIsNotListed(int status) {
            assertThat(classify(RULES, answer(status)).kind()).isEqualTo(NOT_RETRYABLE);
        }

        @Test
        void findsTheStatusInACause() {
            assertThat(classify(RULES, new IllegalStateException(answer(404))).kind())
                    .isEqualTo(NOT_RETRYABLE);
        }
    }

    @Nested
    class Rules {

        private final FailureRules onlyIo = RULES.replaceRetryOn(List.of(IOException.class));

        @Test
        void replaceRetryOn() {
            assertThat(classify(onlyIo, new IOException()).kind()).isEqualTo(RETRY);
            assertThat(classify(onlyIo, new IllegalStateException()).kind()).isEqualTo(NOT_RETRYABLE);
        }

        @Test
        void addToAbortOn() {
            var rules = RULES.addAbortOn(List.of(ConnectException.class));
            assertThat(classify(rules, new ConnectException()).kind()).isEqualTo(NOT_RETRYABLE);
            assertThat(classify(rules, new FileNotFoundException()).kind()).isEqualTo(NOT_RETRYABLE);
        }

        @Test
        void matchCauses() {
            assertThat(classify(onlyIo, new IllegalStateException(new IOException()))
                            .kind())
                    .isEqualTo(RETRY);
        }

        @Test
        void matchSqlStatesOfWhateverType() {
            var rules = new FailureRules(
                    NOTHING,
                    NOTHING,
                    RULES.retryOnStatus(),
                    RetriedGrpcStatuses.DEFAULT,
                    Set.of("40001"),
                    true,
                    ListDistances.EQUAL);
            assertThat(classify(rules, new IllegalStateException(new SQLException("", "40001")))
                            .kind())
                    .isEqualTo(RETRY);
            assertThat(classify(rules, new SQLException("", "23505")).kind()).isEqualTo(NOT_RETRYABLE);
            assertThat(classify(rules, new SQLException()).kind()).isEqualTo(NOT_RETRYABLE);
        }
    }

    @Nested
    class Groups {

        private static final FailureRules TRANSIENT_ONLY = rules(groups(FailureGroup.TRANSIENT), NOTHING);
        private static final FailureRules NOT_PERMANENT =
                rules(FailureSelection.of(List.of(Exception.class)), groups(FailureGroup.PERMANENT));

        @Test
        void mayBeRetried() {
            assertThat(classify(TRANSIENT_ONLY, new ConnectException()).kind()).isEqualTo(RETRY);
            assertThat(classify(TRANSIENT_ONLY, new IllegalStateException()).kind())
                    .isEqualTo(NOT_RETRYABLE);
            assertThat(classify(TRANSIENT_ONLY, new FileNotFoundException()).kind())
                    .isEqualTo(NOT_RETRYABLE);
            assertThat(classify(TRANSIENT_ONLY, new SQLException("", "08006")).kind())
                    .isEqualTo(RETRY);
            assertThat(classify(TRANSIENT_ONLY, new SQLException("", "0")).kind())
                    .isEqualTo(NOT_RETRYABLE);
            assertThat(classify(TRANSIENT_ONLY, new Busy(Duration.ofSeconds(1))).kind())
                    .isEqualTo(RETRY);
            assertThat(classify(TRANSIENT_ONLY, answer(503)).kind()).isEqualTo(RETRY);
            assertThat(classify(TRANSIENT_ONLY, answer(404)).kind()).isEqualTo(NOT_RETRYABLE);
        }

        @Test
        void mayEndTheCall() {
            Verdict verdict = classify(NOT_PERMANENT, new NumberFormatException());
            assertThat(verdict.kind()).isEqualTo(NOT_RETRYABLE);
            assertThat(verdict.excluded())
                    .isEqualTo(new Exclusion.GroupMember("java.lang.NumberFormatException", FailureGroup.PERMANENT));
            assertThat(classify(NOT_PERMANENT, new IllegalStateException()).kind())
                    .isEqualTo(RETRY);
        }

        @Test
        void endTheCallForACauseToo() {
            Verdict verdict = classify(NOT_PERMANENT, new IOException(new NullPointerException()));
            assertThat(verdict.excluded())
                    .isEqualTo(new Exclusion.GroupMember("java.lang.NullPointerException", FailureGroup.PERMANENT));
        }

        @Test
        void yieldToANamedClassAndItsSubclasses() {
            var rules = NOT_PERMANENT.replaceRetryOn(List.of(IllegalArgumentException.class));
            assertThat(classify(rules, new IllegalArgumentException()).kind()).isEqualTo(RETRY);
            assertThat(classify(rules, new NumberFormatException()).kind()).isEqualTo(RETRY);
            assertThat(classify(rules, new NullPointerException()).kind()).isEqualTo(NOT_RETRYABLE);
            assertThat(classify(rules, new IllegalArgumentException(new NullPointerException()))
                            .kind())
                    .isEqualTo(NOT_RETRYABLE);
        }

        @Test
        void doNotYieldToClassesThatSayNothing() {
            for (var broad : List.of(Throwable.class, Exception.class, RuntimeException.class)) {
                var rules = NOT_PERMANENT.replaceRetryOn(List.of(broad));
                assertThat(classify(rules, new NullPointerException()).kind()).isEqualTo(NOT_RETRYABLE);
            }
        }

        @Test
        void yieldToANamedSqlState() {
            var rules = new FailureRules(
                    NOTHING,
                    groups(FailureGroup.PERMANENT),
                    RULES.retryOnStatus(),
                    RetriedGrpcStatuses.DEFAULT,
                    Set.of("40001"),
                    true,
                    ListDistances.EQUAL);
            assertThat(classify(rules, new IllegalArgumentException(new SQLException("", "40001")))
                            .kind())
                    .isEqualTo(RETRY);
        }

        @Test
        void ofAbortOnYieldToANamedStatusOfGrpc() {
            Answer aborted = new Answer(new CalleeResponse(GrpcStatus.ABORTED, false, false, null));
            aborted.initCause(new NullPointerException());
            assertThat(classify(retrying(RetriedGrpcStatuses.DEFAULT), aborted).kind())
                    .isEqualTo(NOT_RETRYABLE);
            assertThat(classify(retrying(RetriedGrpcStatuses.parse(List.of("aborted"), true)), aborted)
                            .kind())
                    .isEqualTo(RETRY);
        }

        private static FailureRules retrying(RetriedGrpcStatuses statuses) {
            return new FailureRules(
                    FailureSelection.of(List.of(Exception.class)),
                    groups(FailureGroup.PERMANENT),
                    RULES.retryOnStatus(),
                    statuses,
                    Set.of(),
                    true,
                    ListDistances.EQUAL);
        }

        @Test
        void ofAbortOnHoldRetriedStatuses() {
            var rules = rules(FailureSelection.of(List.of(Exception.class)), groups(FailureGroup.TRANSIENT));
            assertThat(classify(rules, answer(503)).kind()).isEqualTo(NOT_RETRYABLE);
        }

        @Test
        void ofAbortOnYieldToANamedClassWithAStatus() {
            var rules = rules(FailureSelection.of(List.of(Answer.class)), groups(FailureGroup.TRANSIENT));
            assertThat(classify(rules, answer(503)).kind()).isEqualTo(RETRY);
        }

        @Test
        void doNotCountAsNames() {
            assertThat(NOT_PERMANENT.abortsByName(new NullPointerException())).isFalse();
            assertThat(NOT_PERMANENT
                            .addAbortOn(List.of(NullPointerException.class))
                            .abortsByName(new IOException(new NullPointerException())))
                    .isTrue();
        }

        private static FailureSelection groups(FailureGroup group) {
            return new FailureSelection(List.of(), Set.of(group));
        }

        private static FailureRules rules(FailureSelection retryOn, FailureSelection abortOn) {
            return new FailureRules(
                    retryOn,
                    abortOn,
                    RULES.retryOnStatus(),
                    RetriedGrpcStatuses.DEFAULT,
                    Set.of(),
                    true,
                    ListDistances.EQUAL);
        }
    }

    @Nested
    class Hints {

        private static final Duration SECOND = Duration.ofSeconds(1);

        @Test
        void comeFromTheException() {
            assertThat(classify(RULES, new Busy(SECOND)).retryAfter()).isEqualTo(SECOND);
        }

        @Test
        void comeFromACause() {
            assertThat(classify(RULES, new IllegalStateException(new Busy(SECOND)))
                            .retryAfter())
                    .isEqualTo(SECOND);
        }

        @Test
        void comeFromTheCallee() {
            assertThat(classify(RULES, answer(503, false, false, SECOND)).retryAfter())
                    .isEqualTo(SECOND);
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT0S", "PT-1S"})
        void ofZeroOrLessAreNone(Duration none) {
            var failure = new Busy(none);
            failure.initCause(answer(503, false, false, SECOND));
            assertThat(classify(RULES, failure).retryAfter()).isEqualTo(SECOND);
        }

        @Test
        void areIgnoredOnRequest() {
            var rules = new FailureRules(
                    RULES.retryOn(),
                    NOTHING,
                    RULES.retryOnStatus(),
                    RetriedGrpcStatuses.DEFAULT,
                    Set.of(),
                    false,
                    ListDistances.EQUAL);
            assertThat(classify(rules, new Busy(SECOND)).retryAfter()).isNull();
            assertThat(classify(rules, answer(503, false, false, SECOND)).retryAfter())
                    .isNull();
        }
    }

    private static Verdict classify(FailureRules rules, Throwable failure) {
        return new FailureClassifier(rules, List.of(), List.of(FailureClassifierTests::read), FailureGroups.STANDARD)
                .classify(failure);
    }

    private static Verdict classify(Classifier custom, Throwable failure) {
        return new FailureClassifier(
                        RULES, List.of(custom), List.of(FailureClassifierTests::read), FailureGroups.STANDARD)
                .classify(failure);
    }

    private static CalleeResponse read(Throwable failure) {
        return failure instanceof Answer answered ? answered.response : null;
    }

    private static Verdict ownIoException(Throwable failure) {
        return failure instanceof IOException ? Verdict.overloaded() : null;
    }

    private static Answer answer(int status) {
        return new Answer(CalleeResponse.ofStatus(status));
    }

    private static Answer answer(int status, boolean neverRetry, boolean overloaded, Duration retryAfter) {
        return new Answer(new CalleeResponse(status, neverRetry, overloaded, retryAfter));
    }

    private static final class Answer extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient CalleeResponse response;

        Answer(CalleeResponse response) {
            this.response = response;
        }
    }
}
