package io.backoff.docs;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The delays of policies, and their notation in the documentation. */
final class Delays {

    private Delays() {}

    /** The policy with these settings, such as {@code preset=celery}. */
    static BackoffPolicy policy(String... settings) {
        List<BackoffPolicy> policies = new ArrayList<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration.class))
                .withPropertyValues(Arrays.stream(settings)
                        .map(each -> "backoff.policies.it." + each)
                        .toArray(String[]::new))
                .run(running ->
                        policies.add(running.getBean(BackoffPolicies.class).get("it")));
        return policies.get(0);
    }

    /**
     * Formats a duration: in hours or minutes if it is a whole number of them, otherwise in the largest unit that fits;
     * to three decimals.
     */
    static String text(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0";
        }
        if (nanos % 3_600_000_000_000L == 0) {
            return duration.toHours() + "h";
        }
        if (nanos % 60_000_000_000L == 0) {
            return (duration.toHours() > 0 ? duration.toHours() + "h " : "") + duration.toMinutesPart() + "m";
        }
        int digits = nanos >= 999_999_999 ? 9 : nanos >= 1_000_000 ? 6 : 3;
        String unit = digits == 9 ? "s" : digits == 6 ? "ms" : "µs";
        return BigDecimal.valueOf(nanos, digits)
                        .setScale(3, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                + unit;
    }
}
