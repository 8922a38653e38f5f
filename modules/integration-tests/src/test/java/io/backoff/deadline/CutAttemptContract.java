package io.backoff.deadline;

import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BackoffOperations;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Asynchronous attempts that do not end by themselves. */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
public abstract class CutAttemptContract {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<CompletableFuture<Object>> attempts = new ArrayList<>();
    private final List<Duration> left = new ArrayList<>();
    private DeadlineApplication application;

    /** The ways to make calls that are tested. */
    protected abstract List<? extends AsyncWay> ways();

    /** What their application needs besides the usual beans. */
    protected List<Class<?>> furtherConfigurations() {
        return List.of();
    }

    /** The properties of their application. */
    protected String[] properties() {
        return new String[0];
    }

    @BeforeAll
    void start() {
        application = new DeadlineApplication(furtherConfigurations(), properties());
    }

    @AfterAll
    void stop() {
        application.close();
    }

    @BeforeEach
    void forget() {
        application.forget();
        attempts.clear();
        left.clear();
    }

    /** Ends the calls that a failed test has left behind. */
    @AfterEach
    void endAll() {
        attempts.forEach(each -> each.complete("over"));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void maxElapsedEndsTheCall(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "brief");
        pass(Duration.ofMillis(1_999));
        assertThat(call).isNotDone();
        pass(Duration.ofMillis(1));
        assertCut(call, "brief");
        assertThat(attempts).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theTimeThatAnAttemptTakesToStartCounts(AsyncWay way) {
        CompletableFuture<Object> call = way.start(application.context(), "brief", () -> {
            pass(Duration.ofMillis(1_500));
            return attempt();
        });
        pass(Duration.ofMillis(499));
        assertThat(call).isNotDone();
        pass(Duration.ofMillis(1));
        assertCut(call, "brief");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void attemptTimeoutIsRetried(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "limited");
        pass(SECOND);
        assertThat(attempts)
                .hasSize(2)
                .first()
                .satisfies(each -> assertThat(each).isCancelled());
        attempts.get(1).complete("done");
        assertThat(call).isCompletedWithValue("done");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void attemptTimeoutUsesAttemptsUp(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "limited");
        pass(SECOND);
        pass(SECOND);
        pass(SECOND);
        assertThat(failure(call)).isInstanceOf(TimeoutException.class).hasMessageContaining("attempt-timeout");
        assertThat(attempts).hasSize(3).allMatch(CompletableFuture::isCancelled);
        assertThat(application.outcomes("limited")).isEqualTo(Map.of(EXHAUSTED, 1L));
    }

    /** The first attempt ends after a second, the next starts a second later, and half a second remains. */
    @ParameterizedTest
    @MethodSource("ways")
    void theEarlierEndCutsAnAttempt(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "cut");
        pass(SECOND);
        assertThat(attempts).hasSize(2);
        pass(Duration.ofMillis(499));
        assertThat(call).isNotDone();
        pass(Duration.ofMillis(1));
        assertCut(call, "cut");
        assertThat(attempts).hasSize(2);
        assertThat(failure(call).getSuppressed()).singleElement().isInstanceOf(TimeoutException.class);
        assertThat(left).containsExactly(Duration.ofMillis(2_500), Duration.ofMillis(500));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void unlimitedAttemptsWithoutADelayEnd(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "hasty");
        pass(SECOND);
        pass(SECOND);
        assertThat(attempts).hasSize(3);
        pass(Duration.ofMillis(500));
        assertCut(call, "hasty");
        assertThat(attempts).hasSize(3);
    }

    /** No attempt starts at the deadline itself: its remaining time, zero, would mean unlimited. */
    @ParameterizedTest
    @MethodSource("ways")
    void anAttemptThatTookAllTheTimeIsTheLast(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "restless");
        pass(Duration.ofSeconds(2));
        assertCut(call, "restless");
        assertThat(attempts).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anAttemptThatFailsAtTheLastMomentDoesNotHangTheCall(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "restless");
        pass(Duration.ofMillis(1_999));
        attempts.get(0).completeExceptionally(new IOException("late"));
        pass(Duration.ofMillis(1));
        pass(SECOND);
        assertThat(call).isCompletedExceptionally();
        assertThat(application.outcomes("restless")).isEqualTo(Map.of(ELAPSED, 1L));
        assertThat(attempts).allMatch(CompletableFuture::isDone);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theEndOfTheCallAroundCutsAnAttempt(AsyncWay way) throws Exception {
        List<CompletableFuture<Object>> inner = new ArrayList<>();
        operations().call("request", () -> {
            pass(Duration.ofSeconds(4));
            inner.add(start(way, "endless"));
            pass(Duration.ofMillis(5_999));
            assertThat(inner.get(0)).isNotDone();
            pass(Duration.ofMillis(1));
            return "done";
        });
        assertCut(inner.get(0), "endless");
        assertThat(attempts).hasSize(1);
        assertThat(application.outcomes("request")).isEqualTo(Map.of(SUCCESS, 1L));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theEndOfTheAttemptAroundLimitsACall(AsyncWay way) throws Exception {
        operations().callAsync("limited", () -> {
            pass(Duration.ofMillis(300));
            return start(way, "minute");
        });
        assertThat(left).containsExactly(Duration.ofMillis(700));
    }

    /** The time of the attempt is up, not that of the call: it goes on as if the inner call were not guarded. */
    @ParameterizedTest
    @MethodSource("ways")
    void anAttemptThatTimesOutIsRetriedWhateverHangsInIt(AsyncWay way) {
        CompletableFuture<Object> call = operations().callAsync("limited", () -> start(way, "minute"));
        pass(SECOND);
        assertThat(attempts).hasSize(2);
        assertThat(attempts.get(0)).isCancelled();
        attempts.get(1).complete("done");
        assertThat(call).isCompletedWithValue("done");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anAttemptThatTimesOutIsRetriedWhateverHangsInACallOfThisKind(AsyncWay way) {
        CompletableFuture<Object> call =
                way.start(application.context(), "limited", () -> operations().callAsync("minute", this::attempt));
        pass(SECOND);
        assertThat(attempts).hasSize(2);
        assertThat(attempts.get(0)).isCancelled();
        attempts.get(1).complete("done");
        assertThat(call).isCompletedWithValue("done");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aResultInTimeStays(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "brief");
        pass(SECOND);
        attempts.get(0).complete("done");
        pass(Duration.ofMinutes(5));
        assertThat(call).isCompletedWithValue("done");
        assertThat(application.outcomes("brief")).isEqualTo(Map.of(SUCCESS, 1L));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void withoutALimitAnAttemptMayTakeForever(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "endless");
        pass(Duration.ofDays(1));
        assertThat(call).isNotDone();
        attempts.get(0).complete("done");
        assertThat(call).isCompletedWithValue("done");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aDisabledPolicyCutsNothing(AsyncWay way) {
        CompletableFuture<Object> call = start(way, "off");
        pass(Duration.ofDays(1));
        assertThat(call).isNotDone();
        attempts.get(0).complete("done");
        assertThat(application.outcomes("off")).isEqualTo(Map.of(SUCCESS, 1L));
    }

    private void assertCut(CompletableFuture<Object> call, String policy) {
        assertThat(failure(call)).isInstanceOf(TimeoutException.class);
        assertThat(attempts).allMatch(CompletableFuture::isCancelled);
        assertThat(application.outcomes(policy)).isEqualTo(Map.of(ELAPSED, 1L));
    }

    private static Throwable failure(CompletableFuture<Object> call) {
        assertThat(call).isCompletedExceptionally();
        return call.handle((value, failure) -> failure).join();
    }

    private CompletableFuture<Object> start(AsyncWay way, String policy) {
        return way.start(application.context(), policy, this::attempt);
    }

    private CompletableFuture<Object> attempt() {
        attempts.add(new CompletableFuture<>());
        left.add(DeadlineApplication.remaining());
        return attempts.get(attempts.size() - 1);
    }

    private void pass(Duration time) {
        application.time().advance(time);
    }

    private BackoffOperations operations() {
        return application.context().getBean(BackoffOperations.class);
    }
}
