package io.backoff.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import org.junit.jupiter.api.Test;

class CallRecordTests {

    private final CallCounts counts = new CallCounts("payments", "PaymentService.charge");
    private final RecordingMeters meters = new RecordingMeters();

    @Test
    void countsAndRecords() {
        CallRecord record = new CallRecord(counts, meters);
        record.retried(RetryCause.IO);
        record.counted(Outcome.RECOVERED);
        record.ended(Outcome.RECOVERED, 2);
        assertThat(counts.retries(RetryCause.IO)).isOne();
        assertThat(counts.calls(Outcome.RECOVERED)).isOne();
        assertThat(counts.calls(Outcome.SUCCESS)).isZero();
        assertThat(meters.events).containsExactly("retried io", "ended recovered 2");
    }

    @Test
    void countsWhateverHappensToTheMeters() {
        CallRecord record = new CallRecord(counts, new BrokenMeters());
        CallRecord call = record.begin();
        call.waited(1);
        call.retried(RetryCause.OTHER);
        call.counted(Outcome.EXHAUSTED);
        call.ended(Outcome.EXHAUSTED, 2);
        assertThat(counts.retries(RetryCause.OTHER)).isOne();
        assertThat(counts.calls(Outcome.EXHAUSTED)).isOne();
    }

    @Test
    void isSharedByCallsWithoutMetersOfTheirOwn() {
        CallRecord record = new CallRecord(counts, meters);
        assertThat(record.begin()).isSameAs(record);
    }

    @Test
    void countsCallsWithMetersOfTheirOwnAsWell() {
        CallRecord record = new CallRecord(counts, new CallMeters() {
            @Override
            public CallMeters begin() {
                return meters;
            }
        });
        CallRecord call = record.begin();
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
