package io.backoff.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import org.junit.jupiter.api.Test;

class CallStatisticsTests {

    private final CallCounts counts = new CallCounts("payments", "PaymentService.charge");
    private final RecordingMeters meters = new RecordingMeters();

    @Test
    void countsAndRecords() {
        CallStatistics statistics = new CallStatistics(counts, meters);
        statistics.retried(RetryCause.IO);
        statistics.counted(Outcome.RECOVERED);
        statistics.ended(Outcome.RECOVERED, 2);
        assertThat(counts.retries(RetryCause.IO)).isOne();
        assertThat(counts.calls(Outcome.RECOVERED)).isOne();
        assertThat(counts.calls(Outcome.SUCCESS)).isZero();
        assertThat(meters.events).containsExactly("retried io", "ended recovered 2");
    }

    @Test
    void countsWhateverHappensToTheMeters() {
        CallStatistics statistics = new CallStatistics(counts, new BrokenMeters());
        CallStatistics call = statistics.begin();
        call.waited(1);
        call.retried(RetryCause.OTHER);
        call.counted(Outcome.EXHAUSTED);
        call.ended(Outcome.EXHAUSTED, 2);
        assertThat(counts.retries(RetryCause.OTHER)).isOne();
        assertThat(counts.calls(Outcome.EXHAUSTED)).isOne();
    }

    @Test
    void isSharedByCallsWithoutMetersOfTheirOwn() {
        CallStatistics statistics = new CallStatistics(counts, meters);
        assertThat(statistics.begin()).isSameAs(statistics);
    }

    @Test
    void countsCallsWithMetersOfTheirOwnAsWell() {
        CallStatistics statistics = new CallStatistics(counts, new CallMeters() {
            @Override
            public CallMeters begin() {
                return meters;
            }
        });
        CallStatistics call = statistics.begin();
        call.counted(Outcome.SUCCESS);
        call.ended(Outcome.SUCCESS, 1);
        assertThat(meters.events).containsExactly("ended success 1");
        assertThat(counts.calls(Outcome.SUCCESS)).isOne();
    }

    private static final class BrokenMeters implements CallMeters {

        @Override
        public CallMeters begin() {
            throw new IllegalStateException("begin");
        }

        @Override
        public void ended(Outcome outcome, int attempts) {
            throw new IllegalStateException("ended");
        }

        @Override
        public void retried(RetryCause cause) {
            throw new IllegalStateException("retried");
        }

        @Override
        public void waited(long nanos) {
            throw new IllegalStateException("waited");
        }
    }
}
