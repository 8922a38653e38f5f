package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.RetryAfter;
import io.backoff.actuate.Shop.PaymentService;
import io.backoff.endpoint.ScheduleRow;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

/** Changes at run time of what a failure says about the retry. */
class FailureRuleChangeTests {

    @Test
    void theThrottledDelayIsChangedAndTakenBack() {
        run((context, endpoint) -> {
            PolicyReport configured = Shop.policy(endpoint, "payments");
            change(endpoint, "throttled-delay", "3s");
            assertThat(throttledMaxima(endpoint)).containsExactly("PT3S", "PT6S");
            change(endpoint, "throttled-delay", "0");
            assertThat(throttledMaxima(endpoint)).isNull();
            assertThat(Shop.policy(endpoint, "payments").throttledWorstCase()).isNull();
            change(endpoint, "delay", "4s");
            endpoint.reset("payments", SecurityContext.NONE);
            assertThat(Shop.policy(endpoint, "payments")).isEqualTo(configured);
            assertThat(throttledMaxima(endpoint)).containsExactly("PT1S", "PT2S");
        });
    }

    /** Unless somebody has set it, a callee that asks to slow down is called no sooner than any other. */
    @Test
    void theBuiltInThrottledDelayFollowsTheDelay() {
        run((context, endpoint) -> {
            change(endpoint, "delay", "5s");
            assertThat(throttledMaxima(endpoint)).isNull();
            change(endpoint, "throttled-delay", "2s");
            assertThat(throttledMaxima(endpoint)).containsExactly("PT2S", "PT4S");
        });
    }

    @Test
    void theSpreadIsThatOfTheNextCall() {
        run((context, endpoint) -> {
            change(endpoint, "retry-after-spread", "0");
            assertThat(wait(context, new Busy())).isEqualTo(Duration.ofSeconds(20));
            change(endpoint, "retry-after-spread", "1");
            assertThat(wait(context, new Busy())).isBetween(Duration.ofMillis(20_001), Duration.ofSeconds(40));
            change(endpoint, "honor-retry-after", "false");
            assertThat(wait(context, new Busy())).isLessThanOrEqualTo(Duration.ofMillis(200));
        });
    }

    @Test
    void theGroupsAreThoseOfTheNextCall() {
        run((context, endpoint) -> {
            assertThat(wait(context, new IllegalArgumentException())).isNull();
            change(endpoint, "abort-on", "Transient");
            assertThat(wait(context, new IllegalArgumentException())).isNotNull();
            assertThat(wait(context, new IOException())).isNull();
            var abortOn = Shop.policy(endpoint, "payments").properties().get("abort-on");
            assertThat(abortOn.value()).isEqualTo(List.of("transient"));
            assertThat(abortOn.expanded()).contains("java.io.IOException");
            endpoint.reset("payments", SecurityContext.NONE);
            assertThat(wait(context, new IllegalArgumentException())).isNull();
            change(endpoint, "retry-on", "transient, java.lang.IllegalArgumentException");
            assertThat(wait(context, new IllegalArgumentException())).isNotNull();
            assertThat(wait(context, new IllegalStateException())).isNull();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "throttled-delay, -1s, it is negative",
        "throttled-delay, soon, it is not a duration",
        "retry-after-spread, 1.5, it must be between 0 and 1",
        "retry-after-spread, -1, it must be between 0 and 1",
        "retry-on, '', 'it is empty, so no exception would be retried'",
        "abort-on, permanant, Did you mean 'permanent'?",
        "abort-on, 'permanent, transiant', Did you mean 'transient'?",
        "retry-on, 'java.io.IOException, transcient', Did you mean 'transient'?",
    })
    void isRejectedAsAtStartup(String property, String value, String message) {
        run((context, endpoint) -> {
            PolicyReport before = Shop.policy(endpoint, "payments");
            WebEndpointResponse<?> response = Shop.change(endpoint, "payments", property, value);
            assertThat(response.getStatus()).isEqualTo(400);
            assertThat(response.getBody().toString()).contains("backoff.policies.payments." + property, message);
            assertThat(Shop.policy(endpoint, "payments")).isEqualTo(before);
        });
    }

    @Test
    void isRejectedBesideAStrategyWithoutUseForIt() {
        run((context, endpoint) -> {
            change(endpoint, "throttled-delay", "3s");
            WebEndpointResponse<?> response = Shop.change(endpoint, "payments", "strategy", "none");
            assertThat(response.getStatus()).isEqualTo(400);
            assertThat(response.getBody().toString())
                    .contains("backoff.policies.payments.throttled-delay", "strategy 'none'", "does not use it");
        });
    }

    private static void change(BackoffEndpoint endpoint, String property, String value) {
        assertThat(Shop.change(endpoint, "payments", property, value).getStatus())
                .isEqualTo(200);
    }

    private static @Nullable List<String> throttledMaxima(BackoffEndpoint endpoint) {
        List<ScheduleRow> rows = Shop.policy(endpoint, "payments").throttledSchedule();
        return rows == null ? null : rows.stream().map(ScheduleRow::max).toList();
    }

    /** The delay after the failure; {@code null} if it is not retried. */
    private static @Nullable Duration wait(AssertableApplicationContext context, Exception failure) {
        FakeTime time = context.getBean(FakeTime.class);
        time.clear();
        boolean[] failed = {false};
        catchThrowable(() -> context.getBean(PaymentService.class).charge(() -> {
            if (!failed[0]) {
                failed[0] = true;
                throw failure;
            }
            return "receipt";
        }));
        return time.waits().isEmpty() ? null : time.waits().get(0);
    }

    private static void run(BiConsumer<AssertableApplicationContext, BackoffEndpoint> check) {
        Shop.exposed()
                .withPropertyValues("backoff.policies.payments.budget=none")
                .run(context -> check.accept(context, context.getBean(BackoffEndpoint.class)));
    }

    private static final class Busy extends IOException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(20);
        }
    }
}
