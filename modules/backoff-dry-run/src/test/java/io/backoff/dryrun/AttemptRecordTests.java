package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttemptRecordTests {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final Verdict IO = Verdict.retry(RetryCause.IO);

    private final FakeTime time = new FakeTime();
    private final AttemptRecords records = new AttemptRecords(time);
    private final AttemptRecorder recorder = records.create("payments");
    private final long origin = time.nanoTime();

    @Test
    void countsAttemptsByTheMinuteOfTheirCall() {
        recorder.succeeded(1, origin);
        recorder.failed(1, origin + MINUTE, IO, 1);
        recorder.succeeded(2, origin + MINUTE);
        AttemptWindow window = records.window("payments", origin + 90 * MINUTE / 60);
        assertThat(window.slices()).extracting(AttemptWindow.Slice::start).containsExactly(0L, MINUTE);
        assertThat(window.slices()).extracting(AttemptWindow.Slice::nanos).containsExactly(MINUTE, MINUTE / 2);
        assertThat(window.slices().get(0).counts().calls()).isOne();
        assertThat(window.slices().get(1).counts().count(1, AttemptResult.IO)).isOne();
        assertThat(window.slices().get(1).counts().count(2, AttemptResult.SUCCESS))
                .isOne();
    }

    @Test
    void keepsTenMinutesAndTheCurrentOne() {
        for (int minute = 0; minute < 25; minute++) {
            recorder.succeeded(1, origin + minute * MINUTE);
            long now = origin + minute * MINUTE;
            assertThat(records.window("payments", now).total().calls()).isEqualTo(Math.min(minute + 1, 11));
            assertThat(records.windowNanos(now)).isEqualTo(Math.max(1, Math.min(minute, 10) * MINUTE));
        }
    }

    @Test
    void forgetsEverythingAfterElevenMinutes() {
        recorder.succeeded(1, origin);
        assertThat(records.window("payments", origin + 11 * MINUTE - 1).total().calls())
                .isOne();
        assertThat(records.window("payments", origin + 11 * MINUTE).slices()).isEmpty();
    }

    @Test
    void anAttemptOfACallBeforeTheWindowIsNotRecorded() {
        recorder.succeeded(1, origin + 11 * MINUTE);
        recorder.failed(9, origin, IO, 1);
        assertThat(records.window("payments", origin + 11 * MINUTE).total().attempts())
                .isOne();
    }

    @Test
    void attemptsFromTheEighthOnCountTogether() {
        for (int attempt : List.of(7, 8, 9, 1_000, Integer.MAX_VALUE)) {
            recorder.succeeded(attempt, origin);
        }
        AttemptCounts total = records.window("payments", origin).total();
        assertThat(total.attempts(7)).isOne();
        assertThat(total.attempts(8)).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void countsEachCause(RetryCause cause) {
        recorder.failed(1, origin, Verdict.retry(cause), 1);
        AttemptCounts total = records.window("payments", origin).total();
        assertThat(AttemptResult.values())
                .filteredOn(each -> total.count(each) == 1)
                .extracting(AttemptResult::cause)
                .containsExactly(cause);
    }

    @Test
    void countsWhatIsNotRetried() {
        recorder.failed(1, origin, Verdict.notRetryable(), 1);
        recorder.failed(1, origin, Verdict.overloaded(), 1);
        recorder.failed(1, origin, Verdict.abort(), 1);
        recorder.failed(1, origin, Verdict.waiting(null), 1);
        AttemptCounts total = records.window("payments", origin).total();
        assertThat(List.of(
                        AttemptResult.NOT_RETRYABLE,
                        AttemptResult.OVERLOADED,
                        AttemptResult.ABORTED,
                        AttemptResult.WAITING))
                .allSatisfy(each -> assertThat(total.count(each)).isOne());
    }

    @Test
    void averagesHintsAndDurationsOfFailures() {
        recorder.failed(1, origin, Verdict.retryAfter(RetryCause.THROTTLED, Duration.ofSeconds(1)), 2_000_000);
        recorder.failed(1, origin, Verdict.retryAfter(RetryCause.THROTTLED, Duration.ofSeconds(3)), 4_000_000);
        recorder.failed(1, origin, Verdict.retry(RetryCause.THROTTLED), 6_000_000);
        recorder.failed(1, origin, Verdict.retryAfter(RetryCause.DB, Duration.ofSeconds(Long.MAX_VALUE)), -1);
        recorder.succeeded(1, origin);
        AttemptCounts total = records.window("payments", origin).total();
        assertThat(total.meanRetryAfter(AttemptResult.THROTTLED)).isEqualTo(Duration.ofSeconds(2));
        assertThat(total.retryAfterShare(AttemptResult.THROTTLED)).isEqualTo(2.0 / 3);
        assertThat(total.meanRetryAfter(AttemptResult.DB)).isEqualTo(Duration.ofDays(1));
        assertThat(total.meanRetryAfter(AttemptResult.IO)).isNull();
        assertThat(total.meanFailed()).isEqualTo(Duration.ofMillis(3));
    }

    @Test
    void losesNothingBetweenThreads() throws Exception {
        int threads = 4;
        int each = 50_000;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            Random random = new Random(thread);
            running.add(executor.submit(() -> {
                for (int i = 0; i < each; i++) {
                    recorder.succeeded(1 + random.nextInt(8), origin + random.nextInt(11) * MINUTE);
                }
            }));
        }
        for (Future<?> future : running) {
            future.get();
        }
        executor.shutdown();
        assertThat(records.window("payments", origin + 10 * MINUTE).total().attempts())
                .isEqualTo((long) threads * each);
    }

    @Test
    void recordsSoManyPoliciesAndNoMore() {
        for (int i = 0; i < AttemptRecords.MOST + 1; i++) {
            records.create("policy " + i).succeeded(1, origin);
        }
        String last = "policy " + AttemptRecords.MOST;
        assertThat(records.leavesOut("policy 0")).isFalse();
        assertThat(records.leavesOut(last)).isTrue();
        assertThat(records.window(last, origin).slices()).isEmpty();
    }

    @Test
    void aPolicyWithoutCallsTakesNoPlace() {
        for (int i = 0; i < AttemptRecords.MOST; i++) {
            records.create("idle " + i);
        }
        recorder.succeeded(1, origin);
        assertThat(records.leavesOut("payments")).isFalse();
    }

    @Test
    void takesLessThanAMebibyte() {
        int headers = 6 * 16 + 2 * 8;
        int slice = 4 * AttemptCounts.CELLS + 8 * AttemptCounts.SUMS + headers;
        int record = AttemptRecord.SLICES * slice + 200;
        assertThat(AttemptRecords.MOST * record).isLessThan(1 << 20);
    }

    @Test
    void callsThatNoPolicyRetriesAreRecordedAsNotRetryable() {
        AttemptRecorder without = recorder.withoutRetries();
        without.succeeded(1, origin);
        without.failed(1, origin, IO, 1);
        AttemptCounts total = records.window("payments", origin).total();
        assertThat(total.count(AttemptResult.SUCCESS)).isOne();
        assertThat(total.count(AttemptResult.NOT_RETRYABLE)).isOne();
        assertThat(total.count(AttemptResult.IO)).isZero();
    }
}
