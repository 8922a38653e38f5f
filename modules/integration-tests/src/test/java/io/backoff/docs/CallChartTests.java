package io.backoff.docs;

import io.backoff.RetryAfter;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.CallChart.Call;
import io.backoff.docs.CallChart.Span;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Docs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The picture of a call shows what calls do. */
class CallChartTests {

    private static final Duration ATTEMPT = Duration.ofMillis(300);

    private final FakeTime time = new FakeTime();
    private final RecordingListener decisions = new RecordingListener();
    private final List<Span> attempts = new ArrayList<>();
    private Duration start = Duration.ZERO;

    @Test
    void isUpToDate() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration.class))
                .withBean(FakeTime.class, () -> time)
                .withPropertyValues(
                        "backoff.policies.default.jitter=none",
                        "backoff.policies.default.budget=none",
                        "backoff.policies.patient.max-elapsed=30s",
                        "backoff.policies.short.max-elapsed=1s",
                        "backoff.policies.waiting.max-elapsed=700ms")
                .run(application -> {
                    BackoffOperations operations = application.getBean(BackoffOperations.class);
                    Duration none = Duration.ZERO;
                    Generated.assertContent(
                            Docs.GUIDE.resolve("images/call.svg"),
                            new CallChart(List.of(
                                            call(
                                                    "two failures, then success",
                                                    none,
                                                    () -> run(operations, "patient", 2)),
                                            call("all attempts fail", none, () -> run(operations, "patient", 9)),
                                            call(
                                                    "max-elapsed: 1s",
                                                    Duration.ofSeconds(1),
                                                    () -> run(operations, "short", 9)),
                                            call("the callee asks for 1 s", none, () -> run(operations, "patient", -1)),
                                            call(
                                                    "the caller leaves after 0.7 s",
                                                    Duration.ofMillis(700),
                                                    () -> inside(operations))))
                                    .toString());
                });
    }

    private Call call(String title, Duration limit, Runnable call) {
        attempts.clear();
        decisions.clear();
        start = Duration.ofNanos(time.nanoTime());
        call.run();
        RetryDecision last = decisions.decisions().get(decisions.decisions().size() - 1);
        String outcome = last.stopReason() != null
                ? last.stopReason().name().toLowerCase(Locale.ROOT)
                : attempts.size() > 1 ? "recovered" : "success";
        return new Call(title, List.copyOf(attempts), limit, outcome);
    }

    /** A call that its parent's deadline ends; its own time limit would permit the delays. */
    private void inside(BackoffOperations operations) {
        operations.run("waiting", () -> run(operations, "patient", 9));
    }

    private void run(BackoffOperations operations, String policy, int failures) {
        try {
            operations.run(policy, () -> attempt(failures), decisions);
        } catch (Busy | IllegalStateException failure) {
            // The picture shows it.
        }
    }

    /** Fails so many times; -1 is once, with a Retry-After. */
    private void attempt(int failures) {
        Duration from = Duration.ofNanos(time.nanoTime()).minus(start);
        time.advance(ATTEMPT);
        boolean succeeds = attempts.size() >= Math.abs(failures);
        attempts.add(new Span(from, from.plus(ATTEMPT), succeeds));
        if (!succeeds) {
            throw failures < 0 ? new Busy() : new IllegalStateException();
        }
    }

    private static final class Busy extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1;

        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(1);
        }
    }
}
