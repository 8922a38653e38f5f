package io.backoff.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifiers;
import io.backoff.classify.ResultRule;
import io.backoff.delay.Cap;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import io.backoff.policy.Outcome;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallStatisticsRegistryTests {

    private final CallStatisticsRegistry registry = CallStatisticsRegistry.silent();

    @Test
    void addsUpTheMethodsOfAPolicy() {
        end("payments", "Payments.charge", Outcome.SUCCESS);
        end("payments", "Payments.charge", Outcome.EXHAUSTED);
        end("payments", "Payments.refund", Outcome.SUCCESS);
        end("mail", "Mailer.send", Outcome.SUCCESS);

        Map<Outcome, Long> payments = Map.of(Outcome.SUCCESS, 2L, Outcome.EXHAUSTED, 1L);
        assertThat(registry.counts("payments")).isEqualTo(payments);
        assertThat(registry.counts()).isEqualTo(Map.of("payments", payments, "mail", Map.of(Outcome.SUCCESS, 1L)));
    }

    @Test
    void knowsNoPolicyWithoutCalls() {
        assertThat(registry.counts("payments")).isEmpty();
        assertThat(registry.counts()).isEmpty();
    }

    private void end(String policy, String method, Outcome outcome) {
        registry.of(policy(policy), method).ended(outcome);
    }

    private static BackoffPolicy policy(String name) {
        Delay none = Delay.of(Growth.constant(0), Jitter.none(), Cap.WINDOW, 0, 0);
        return new BackoffPolicy(
                name,
                true,
                Delays.of(none),
                new Limits(3, Duration.ZERO, Duration.ZERO),
                Classifiers.retrying(Exception.class),
                RetryBudget.UNLIMITED,
                ResultRule.ACCEPT_ALL,
                false);
    }
}
