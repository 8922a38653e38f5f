package io.backoff.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdsTests {

    private final Thresholds thresholds = new Thresholds(0.045, 0.5);

    /** Share of retries at a rejection probability p, for callers with three attempts and no budget. */
    @ParameterizedTest
    @CsvSource({
        "0,      RETRYABLE", // p = 0
        "449,    RETRYABLE",
        "450,    NO_RETRY",
        "990,    NO_RETRY", // p = .1
        "1940,   NO_RETRY", // p = .2
        "4290,   NO_RETRY", // p = .5
        "6670,   NO_RETRY" // p = 1
    })
    void judgesByTheShareOfRetries(long retries, RetryAdvice advice) {
        assertThat(thresholds.judge(new RequestCounts(10_000, retries, 1))).isEqualTo(advice);
    }

    /** Share of retries for callers with a budget that is refilled by successes: it is not even monotone. */
    @ParameterizedTest
    @CsvSource({
        "900,  1000, NO_RETRY", // p = .1
        "830,  2000, NO_RETRY", // p = .2
        "480,  5000, NO_RETRY", // p = .5
        "200,  8000, NO_RETRY", // p = .8: hidden from the share, not from the ratio
        "0,   10000, NO_RETRY", // p = 1
        "440,  4999, RETRYABLE"
    })
    void judgesByTheRejectionsWhereBudgetsHideTheRetries(long retries, long rejections, RetryAdvice advice) {
        assertThat(thresholds.judge(new RequestCounts(10_000, retries, rejections)))
                .isEqualTo(advice);
    }

    @Test
    void decidesNothingFromFewRequests() {
        assertThat(thresholds.judge(new RequestCounts(99, 99, 99))).isEqualTo(RetryAdvice.RETRYABLE);
        assertThat(thresholds.judge(new RequestCounts(100, 100, 100))).isEqualTo(RetryAdvice.NO_RETRY);
    }

    @Test
    void anythingIsTooMuchForThresholdsOfZero() {
        assertThat(new Thresholds(0, 1).judge(new RequestCounts(100, 0, 0))).isEqualTo(RetryAdvice.NO_RETRY);
    }
}
