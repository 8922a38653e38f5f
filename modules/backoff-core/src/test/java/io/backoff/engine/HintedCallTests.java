package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.Busy;
import io.backoff.delay.RetryAfterSpread;
import io.backoff.policy.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HintedCallTests {

    private static final int CLIENTS = 10_000;

    private final Random random = new Random(7);

    /**
     * Random delays, hints, spreads and limits. No attempt comes before the hint, none later than its spread allows, and
     * the spread never costs a call an attempt that the bare hint leaves time for.
     */
    @Test
    void noAttemptComesBeforeTheHint() throws Throwable {
        for (int i = 0; i < 2_000; i++) {
            Calls calls = new Calls();
            long own = random.nextLong(1, 10_000);
            long retryAfter = random.nextLong(1, 10_000);
            long limit = random.nextLong(1, 20_000);
            double share = random.nextDouble();
            calls.delay = Calls.constant(Duration.ofMillis(own));
            calls.retryAfterSpread = new RetryAfterSpread(share);
            calls.maxElapsed = Duration.ofMillis(limit);
            Outcome outcome = callTwice(calls, Duration.ofMillis(retryAfter));
            if (Math.max(own, retryAfter) > limit) {
                assertThat(outcome).isEqualTo(Outcome.ELAPSED);
                assertThat(calls.time.waits()).isEmpty();
            } else {
                long longest = (long) Math.max(own, Math.min(limit, retryAfter * (1 + share) + 1));
                assertThat(outcome).isEqualTo(Outcome.RECOVERED);
                assertThat(calls.time.waits().get(0))
                        .isBetween(Duration.ofMillis(Math.max(own, retryAfter)), Duration.ofMillis(longest));
            }
        }
    }

    /** Chi-squared of 10 000 seeded calls in 50 intervals: 49 degrees of freedom, 85.4 is passed once in a thousand. */
    @Test
    void theClientsOfOneHintReturnEvenlySpread() throws Throwable {
        Calls calls = new Calls();
        calls.delay = Calls.constant(Duration.ZERO);
        calls.retryAfterSpread = new RetryAfterSpread(0.5);
        for (int i = 0; i < CLIENTS; i++) {
            callTwice(calls, Duration.ofSeconds(5));
        }
        int[] returns = new int[50];
        for (Duration each : calls.time.waits()) {
            returns[(int) Math.min(49, (each.toMillis() - 5_000) / 50)]++;
        }
        double expected = CLIENTS / 50.0;
        assertThat(Arrays.stream(returns)
                        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                        .sum())
                .isLessThan(85.4);
    }

    /** Makes a call whose first attempt fails with the hint. Returns its outcome. */
    private static Outcome callTwice(Calls calls, Duration retryAfter) throws Throwable {
        Map<Outcome, Long> before = Map.copyOf(calls.outcomes());
        int[] attempts = new int[1];
        try {
            calls.run(() -> {
                if (attempts[0]++ == 0) {
                    throw new Busy(retryAfter);
                }
                return "done";
            });
        } catch (Busy gaveUp) {
            assertThat(attempts).containsExactly(1);
        }
        return calls.outcomes().entrySet().stream()
                .filter(each -> !each.getValue().equals(before.get(each.getKey())))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }
}
