package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.actuate.Shop.PaymentService;
import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.Shutdown;
import io.backoff.pace.Lane;
import io.backoff.pace.Pace;
import io.backoff.test.FakeTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PacedPolicyTests {

    private static final String PACE = "backoff.policies.payments.pace";

    @Test
    void metersExistFromStartup() {
        paced().run(context -> {
            assertThat(gauge(context, "backoff.pace.rate")).isNaN();
            assertThat(gauge(context, "backoff.pace.waiting")).isZero();
            assertThat(waits(context)).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "false"})
    void withoutAPaceThereIsNothing(String off) {
        runner().withPropertyValues(PACE + "=" + off).run(context -> {
            assertThat(registry(context).find("backoff.pace.rate").gauge()).isNull();
            assertThat(pace(context)).isSameAs(Pace.OFF);
            throttle(context);
            assertThat(report(context).pace()).isNull();
        });
    }

    @Test
    void showsTheRateAndWhoWaits() {
        paced().run(context -> {
            throttle(context);
            assertThat(gauge(context, "backoff.pace.rate")).isBetween(1.0, 1_000.0);
            PaceReport report = report(context).pace();
            assertThat(report.throttled()).isGreaterThanOrEqualTo(2);
            assertThat(report.since()).startsWith("2026-01-01T00:00:0");
            context.getBean(PaymentService.class).charge(() -> "receipt");
            assertThat(waits(context)).isPositive();
        });
    }

    @Test
    void showsNoRateTenSecondsAfterTheLastCall() {
        paced().run(context -> {
            throttle(context);
            FakeTime time = context.getBean(FakeTime.class);
            time.advance(Duration.ofSeconds(9));
            assertThat(gauge(context, "backoff.pace.rate")).isNotNaN();
            assertThat(report(context).pace()).isNotNull();
            time.advance(Duration.ofSeconds(1));
            assertThat(gauge(context, "backoff.pace.rate")).isNaN();
            assertThat(report(context).pace()).isNull();
        });
    }

    @Test
    void theEndpointNoticesTheEndByItself() {
        paced().run(context -> {
            throttle(context);
            context.getBean(FakeTime.class).advance(Duration.ofSeconds(10));
            assertThat(report(context).pace()).isNull();
        });
    }

    @Test
    void sumsOverKeys() {
        paced().run(context -> {
            for (String key : new String[] {"a", "b"}) {
                Lane lane = pace(context).lane(key);
                long now = context.getBean(FakeTime.class).nanoTime();
                for (int i = 0; i < 2; i++) {
                    lane.begin(now, 0);
                    lane.throttled(now, now, Duration.ZERO);
                }
            }
            assertThat(report(context).pace().throttled()).isEqualTo(4);
        });
    }

    @Test
    void isTurnedOnAndOffAtRunTime() {
        runner().run(context -> {
            change(context, "pace", "adaptive");
            assertThat(gauge(context, "backoff.pace.rate")).isNaN();
            throttle(context);
            assertThat(report(context).pace()).isNotNull();
            change(context, "pace", "off");
            FakeTime time = context.getBean(FakeTime.class);
            time.clear();
            context.getBean(PaymentService.class).charge(() -> "receipt");
            assertThat(time.waits()).isEmpty();
        });
    }

    @Test
    void keepsWhatItHasLearnedOverChanges() {
        paced().run(context -> {
            throttle(context);
            PaceReport before = report(context).pace();
            change(context, "pace-share", "0.5");
            assertThat(report(context).pace()).isEqualTo(before);
        });
    }

    @Test
    void aShutdownEndsAllWaits() {
        paced().run(context -> {
            throttle(context);
            FakeTime time = context.getBean(FakeTime.class);
            pace(context).lane(null).begin(time.nanoTime(), Long.MAX_VALUE);
            assertThat(gauge(context, "backoff.pace.waiting")).isOne();
            context.getBean(Shutdown.class).begin();
            assertThat(gauge(context, "backoff.pace.waiting")).isZero();
        });
    }

    private static ApplicationContextRunner runner() {
        return Shop.exposed()
                .withPropertyValues("backoff.policies.payments.budget=none")
                .withBean(SimpleMeterRegistry.class)
                .withBean(Classifier.class, () -> failure -> Verdict.retry(RetryCause.THROTTLED));
    }

    private static ApplicationContextRunner paced() {
        return runner().withPropertyValues(PACE + "=adaptive");
    }

    private static void throttle(AssertableApplicationContext context) {
        for (int i = 0; i < 3; i++) {
            catchThrowable(() -> context.getBean(PaymentService.class).charge(() -> {
                throw new IOException("throttled");
            }));
        }
    }

    private static void change(AssertableApplicationContext context, String property, String value) {
        assertThat(Shop.change(context.getBean(BackoffEndpoint.class), "payments", property, value)
                        .getStatus())
                .isEqualTo(200);
    }

    private static PolicyReport report(AssertableApplicationContext context) {
        return Shop.policy(context.getBean(BackoffEndpoint.class), "payments");
    }

    private static Pace pace(AssertableApplicationContext context) {
        return context.getBean(PolicyStore.class).get().get("payments").lane().pace();
    }

    private static MeterRegistry registry(AssertableApplicationContext context) {
        return context.getBean(MeterRegistry.class);
    }

    private static double gauge(AssertableApplicationContext context, String name) {
        return registry(context).get(name).tag("policy", "payments").gauge().value();
    }

    private static long waits(AssertableApplicationContext context) {
        return registry(context)
                .get("backoff.pace.wait")
                .tag("policy", "payments")
                .timer()
                .count();
    }
}
