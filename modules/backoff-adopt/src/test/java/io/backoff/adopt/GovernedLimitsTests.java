package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.policy.Outcome;
import io.github.resilience4j.retry.annotation.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;

/** Where governing ends: with Backoff disabled, and with the calls of others. */
@Timeout(60)
class GovernedLimitsTests {

    private static final String[] EMPTY = {
        "backoff.budgets.callee.burst=0", "backoff.budgets.callee.ratio=0", "backoff.budgets.callee.min-per-second=0"
    };

    @Test
    void disabledBackoffDeniesEveryRetry() {
        try (RetryingApplication application = new RetryingApplication("govern", with("backoff.enabled=false"))) {
            for (Way way : Way.values()) {
                application.fresh();
                Target target = Target.failing();
                assertThat(catchThrowable(() -> way.call(application, target)))
                        .as("%s", way)
                        .isSameAs(target.last());
                assertThat(target.attempts()).isEqualTo(1);
                await().pollDelay(Duration.ZERO)
                        .untilAsserted(
                                () -> assertThat(application.outcomes()).isEqualTo(Map.of(Outcome.NOT_RETRYABLE, 1L)));
            }
        }
    }

    @Test
    void disabledBackoffDoesNotConcernObservedCalls() throws Throwable {
        try (RetryingApplication application = new RetryingApplication("observe", with("backoff.enabled=false"))) {
            for (Way way : Way.values()) {
                application.fresh();
                assertThat(way.call(application, Target.failing(2)))
                        .as("%s", way)
                        .isEqualTo("result");
                await().pollDelay(Duration.ZERO)
                        .untilAsserted(
                                () -> assertThat(application.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L)));
            }
        }
    }

    /** The denial of the last attempt that a library would make is not mistaken for one of the call around it. */
    @Test
    void aDenialEndsOneCallOnly() {
        String[] properties = {
            "backoff.nested=independent",
            "backoff.adopt.policies.OuterCalls=outer",
            "backoff.budgets.callee.burst=1",
            "backoff.budgets.callee.ratio=0",
            "backoff.budgets.callee.min-per-second=0"
        };
        try (RetryingApplication application =
                new RetryingApplication("govern", List.of(OuterCalls.class), properties)) {
            Target target = Target.failing();
            AtomicInteger outer = new AtomicInteger();
            assertThat(catchThrowable(() -> application.get(OuterCalls.class).value(() -> {
                        outer.incrementAndGet();
                        return application.get(ResilienceCalls.class).value(target);
                    })))
                    .isSameAs(target.last());
            assertThat(outer).hasValue(3);
            assertThat(target.attempts()).as("one of the calls may retry once").isEqualTo(4);
        }
    }

    /** Proxies that others get before their object is complete, as in circular references. */
    @Test
    void beansThatReferToEachOther() {
        try (RetryingApplication application = new RetryingApplication(
                "govern", List.of(First.class, Second.class), with("backoff.adopt.policies.First=callee"))) {
            Target target = Target.failing();
            assertThat(catchThrowable(() -> application.get(Second.class).first.value(target)))
                    .isSameAs(target.last());
            assertThat(target.attempts()).isEqualTo(1);
            assertThat(application.outcomes()).isEqualTo(Map.of(Outcome.BUDGET_DENIED, 1L));
        }
    }

    private static String[] with(String property) {
        return new String[] {EMPTY[0], EMPTY[1], EMPTY[2], property};
    }

    static class OuterCalls {

        @Retry(name = "three")
        public Object value(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class First {

        @Autowired
        Second second;

        @Retry(name = "three")
        public Object value(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class Second {

        @Autowired
        First first;
    }
}
