package io.backoff.http.client;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.RestClientResponseException;

/** Responses of a remote callee, from the exception of the client to the delay before the next attempt. */
class HttpRetryTests {

    private static final Duration OWN = Duration.ofSeconds(2);

    private final ApplicationContextRunner context = Applications.backoff(BackoffHttpClientAutoConfiguration.class)
            .withBean(FakeTime.class)
            .withBean(Provider.class)
            .withPropertyValues(policy("payments", "delay=2s, jitter=none, retry-after-spread=0, max-attempts=2"));

    @ParameterizedTest(name = "Retry-After: {0}")
    @CsvSource({"7, 7", "1, 2", "0, 2", "soon, 2", "-7, 2"})
    void hintsInSecondsAreNotUndercut(String header, long seconds) {
        context.run(running -> {
            fail(running, answer(503, header));
            assertThat(running.getBean(FakeTime.class).waits()).containsExactly(Duration.ofSeconds(seconds));
        });
    }

    @ParameterizedTest(name = "a date {0} s from now")
    @CsvSource({"20, 20", "1, 2", "-1, 2", "-86400, 2"})
    void datesCountFromTheClockOfTheApplicationUnlessPast(long fromNow, long seconds) {
        context.run(running -> {
            FakeTime time = running.getBean(FakeTime.class);
            ZonedDateTime date = time.instant().plusSeconds(fromNow).atZone(ZoneOffset.UTC);
            fail(running, answer(503, DateTimeFormatter.RFC_1123_DATE_TIME.format(date)));
            assertThat(time.waits()).containsExactly(Duration.ofSeconds(seconds));
        });
    }

    @Test
    void aHintBeyondMaxElapsedEndsTheCallNow() {
        context.withPropertyValues("backoff.policies.payments.max-elapsed=5s").run(running -> {
            fail(running, answer(503, "7"));
            assertThat(running.getBean(FakeTime.class).waits()).isEmpty();
            assertThat(outcomes(running)).containsOnly(Map.entry(Outcome.ELAPSED, 1L));
        });
    }

    @Test
    void hintsAreIgnoredOnRequest() {
        context.withPropertyValues("backoff.policies.payments.honor-retry-after=false")
                .run(running -> {
                    fail(running, answer(503, "7"));
                    assertThat(running.getBean(FakeTime.class).waits()).containsExactly(OWN);
                });
    }

    @ParameterizedTest
    @CsvSource({"408, true", "409, false", "503, false", "519, false", "520, true", "526, true", "527, false"})
    void statusesAndRangesDecide(int status, boolean retried) {
        context.withPropertyValues("backoff.policies.payments.retry-on-status=408, 520-526")
                .run(running -> {
                    fail(running, answer(status, null));
                    assertThat(outcomes(running)).containsOnlyKeys(retried ? Outcome.EXHAUSTED : Outcome.NOT_RETRYABLE);
                });
    }

    @Test
    void statusesAreFoundInWrappers() {
        context.run(running -> {
            fail(running, new CompletionException(new ExecutionException(answer(404, null))));
            assertThat(outcomes(running)).containsOnlyKeys(Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void aClassifierBeanIsAskedFirst() {
        Classifier lenient = failure -> failure instanceof RestClientResponseException answered
                        && answered.getStatusCode().value() == 404
                ? Verdict.retryAfter(RetryCause.OTHER, Duration.ofSeconds(9))
                : null;
        context.withBean(Classifier.class, () -> lenient).run(running -> {
            fail(running, answer(404, null));
            assertThat(running.getBean(FakeTime.class).waits()).containsExactly(Duration.ofSeconds(9));
            fail(running, answer(400, null));
            assertThat(outcomes(running))
                    .containsOnly(Map.entry(Outcome.EXHAUSTED, 1L), Map.entry(Outcome.NOT_RETRYABLE, 1L));
        });
    }

    private static Map<Outcome, Long> outcomes(AssertableApplicationContext running) {
        return running.getBean(CallStatisticsRegistry.class).counts("payments");
    }

    private static void fail(AssertableApplicationContext running, Exception failure) {
        assertThatThrownBy(() -> running.getBean(Provider.class).charge(failure))
                .isSameAs(failure);
    }

    private static RestClientResponseException answer(int status, String retryAfter) {
        HttpHeaders headers = new HttpHeaders();
        if (retryAfter != null) {
            headers.set(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        return new RestClientResponseException("x", HttpStatusCode.valueOf(status), "x", headers, null, null);
    }

    static class Provider {

        @Backoff("payments")
        public void charge(Exception failure) throws Exception {
            throw failure;
        }
    }
}
