package io.backoff.actuate;

import static io.backoff.actuate.Shop.assertChanged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.LoggedLines;
import io.backoff.engine.Shutdown;
import io.backoff.pace.Lane;
import io.backoff.pace.Pace;
import io.backoff.pace.Turn;
import io.backoff.pace.Turn.State;
import io.backoff.test.FakeTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PacedPolicyTests {

    private static final String PACE = "backoff.policies.payments.pace";

    @Test
    void metersExistFromStartup() {
        Shop.run(paced(), shop -> {
            assertThat(gauge(shop, "backoff.pace.rate")).isNaN();
            assertThat(gauge(shop, "backoff.pace.waiting")).isZero();
            assertThat(waits(shop)).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "false"})
    void withoutAPaceThereIsNothing(String off) {
        Shop.run(runner().withPropertyValues(PACE + "=" + off), shop -> {
            assertThat(registry(shop).find("backoff.pace.rate").gauge()).isNull();
            assertThat(pace(shop)).isSameAs(Pace.OFF);
            throttle(shop);
            assertThat(shop.policy("payments").pace()).isNull();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "stop"})
    void aStrategyWithoutDelaysIgnoresAnInheritedPace(String strategy) {
        var application = runner().withPropertyValues(
                        "backoff.policies.default.pace=adaptive", "backoff.policies.payments.strategy=" + strategy);
        Shop.run(application, shop -> {
            assertThat(pace(shop)).isSameAs(Pace.OFF);
            throttle(shop);
            assertThat(shop.policy("payments").pace()).isNull();
            assertChanged(shop.change("payments", "strategy", "constant"));
            throttle(shop);
            assertThat(shop.policy("payments").pace()).isNotNull();
        });
    }

    @Test
    void showsTheRateAndWhoWaits() {
        Shop.run(paced(), shop -> {
            throttle(shop);
            assertThat(gauge(shop, "backoff.pace.rate")).isBetween(1.0, 1_000.0);
            PaceReport report = shop.policy("payments").pace();
            assertThat(report.throttled()).isGreaterThanOrEqualTo(2);
            assertThat(report.since()).startsWith("2026-01-01T00:00:0");
            shop.charge(() -> "receipt");
            assertThat(waits(shop)).isPositive();
        });
    }

    @Test
    void showsSinceWhenAttemptsArePaced() {
        Shop.run(paced(), shop -> {
            throttle(shop);
            String since = shop.policy("payments").pace().since();
            shop.time().advance(Duration.ofSeconds(5));
            assertThat(shop.policy("payments").pace().since()).isEqualTo(since);
        });
    }

    @Test
    void showsNoRateTenSecondsAfterTheLastCall() {
        Shop.run(paced(), shop -> {
            throttle(shop);
            FakeTime time = shop.time();
            time.advance(Duration.ofSeconds(9));
            assertThat(gauge(shop, "backoff.pace.rate")).isNotNaN();
            assertThat(shop.policy("payments").pace()).isNotNull();
            time.advance(Duration.ofSeconds(1));
            assertThat(gauge(shop, "backoff.pace.rate")).isNaN();
            assertThat(shop.policy("payments").pace()).isNull();
        });
    }

    @Test
    void theEndpointNoticesTheEndByItself() {
        Shop.run(paced(), shop -> {
            throttle(shop);
            shop.time().advance(Duration.ofSeconds(10));
            assertThat(shop.policy("payments").pace()).isNull();
        });
    }

    @Test
    void sumsOverKeys() {
        Shop.run(paced(), shop -> {
            for (String key : new String[] {"a", "b"}) {
                Lane lane = pace(shop).lane(key);
                long now = shop.time().nanoTime();
                for (int i = 0; i < 2; i++) {
                    lane.begin(now, 0);
                    lane.throttled(now, now, Duration.ZERO);
                }
            }
            assertThat(shop.policy("payments").pace().throttled()).isEqualTo(4);
        });
    }

    @Test
    void isTurnedOnAndOffAtRunTime() {
        Shop.run(runner(), shop -> {
            assertChanged(shop.change("payments", "pace", "adaptive"));
            assertThat(gauge(shop, "backoff.pace.rate")).isNaN();
            throttle(shop);
            assertThat(shop.policy("payments").pace()).isNotNull();
            assertChanged(shop.change("payments", "pace", "off"));
            assertThat(gauge(shop, "backoff.pace.rate")).isNaN();
            FakeTime time = shop.time();
            time.clear();
            shop.charge(() -> "receipt");
            assertThat(time.waits()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({"pace, off, adaptive", "enabled, false, true"})
    void stopsAtOnceWhenItIsTurnedOff(String field, String off, String on) {
        Shop.run(paced(), shop -> {
            throttle(shop);
            Lane lane = pace(shop).lane(null);
            Turn waiting = lane.begin(shop.time().nanoTime(), Long.MAX_VALUE);
            assertChanged(shop.change("payments", field, off));
            assertThat(gauge(shop, "backoff.pace.rate")).isNaN();
            assertThat(gauge(shop, "backoff.pace.waiting")).isZero();
            assertThat(waiting.state()).isEqualTo(State.LEFT);
            assertChanged(shop.change("payments", field, on));
            assertThat(gauge(shop, "backoff.pace.rate")).isNaN();
            throttle(shop);
            assertThat(gauge(shop, "backoff.pace.rate")).isNotNaN();
        });
    }

    /** A policy whose retries are disabled keeps the setting {@code pace: adaptive}. */
    @ParameterizedTest
    @CsvSource({"pace, off", "enabled, false"})
    void theLogSaysWhatMayHaveStoppedIt(String field, String off) {
        Shop.run(paced(), shop -> {
            throttle(shop);
            try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
                assertChanged(shop.change("payments", field, off));
                assertThat(lines.all())
                        .containsExactly("INFO Policy 'payments' no longer paces its attempts: "
                                + "pace is now off, or retries are disabled");
            }
        });
    }

    @Test
    void keepsWhatItHasLearnedOverChanges() {
        Shop.run(paced(), shop -> {
            throttle(shop);
            PaceReport before = shop.policy("payments").pace();
            assertChanged(shop.change("payments", "pace-share", "0.5"));
            assertThat(shop.policy("payments").pace()).isEqualTo(before);
        });
    }

    @Test
    void aShutdownEndsAllWaits() {
        Shop.run(paced(), shop -> {
            throttle(shop);
            FakeTime time = shop.time();
            pace(shop).lane(null).begin(time.nanoTime(), Long.MAX_VALUE);
            assertThat(gauge(shop, "backoff.pace.waiting")).isOne();
            shop.bean(Shutdown.class).begin();
            assertThat(gauge(shop, "backoff.pace.waiting")).isZero();
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

    private static void throttle(Shop shop) {
        for (int i = 0; i < 3; i++) {
            catchThrowable(() -> shop.charge(() -> {
                throw new IOException("throttled");
            }));
        }
    }

    private static Pace pace(Shop shop) {
        return shop.bean(PolicyStore.class).get().get("payments").lane().pace();
    }

    private static MeterRegistry registry(Shop shop) {
        return shop.bean(MeterRegistry.class);
    }

    private static double gauge(Shop shop, String name) {
        return registry(shop).get(name).tag("policy", "payments").gauge().value();
    }

    private static long waits(Shop shop) {
        return registry(shop)
                .get("backoff.pace.wait")
                .tag("policy", "payments")
                .timer()
                .count();
    }
}
