package io.backoff.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

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
import io.backoff.testkit.Logged;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.scheduling.support.SimpleTriggerContext;

@Logged(BackoffTrigger.class)
class BackoffTriggerTests {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Delay DOUBLING = delay(Jitter.none());

    private final SimpleTriggerContext context = new SimpleTriggerContext(Clock.fixed(START, ZoneOffset.UTC));

    @Test
    void runsImmediatelyAndThenMoreAndMoreRarely() {
        var trigger = new BackoffTrigger(policy(DOUBLING, false));
        assertThat(delays(trigger, 7)).containsExactly(0L, 1L, 2L, 4L, 8L, 10L, 10L);
    }

    @Test
    void waitsFirst() {
        assertThat(delays(new BackoffTrigger(policy(DOUBLING, true)), 3)).containsExactly(1L, 2L, 4L);
    }

    @Test
    void startsOverWhenWorkWasFound() {
        var trigger = new BackoffTrigger(policy(DOUBLING, false));
        delays(trigger, 5);
        trigger.report(true);
        assertThat(delays(trigger, 3)).containsExactly(1L, 2L, 4L);
        trigger.report(false);
        assertThat(delays(trigger, 1)).containsExactly(8L);
    }

    @Test
    void startsOverWhenReset() {
        var trigger = new BackoffTrigger(policy(DOUBLING, false));
        delays(trigger, 5);
        trigger.reset();
        assertThat(delays(trigger, 1)).containsExactly(1L);
    }

    @Test
    void neverEnds() {
        var once = policy(DOUBLING, false, new Limits(1, Duration.ofSeconds(1), Duration.ZERO));
        assertThat(delays(new BackoffTrigger(once), 100)).endsWith(10L, 10L);
    }

    @Test
    void countsFromTheEndOfTheLastRun() {
        var trigger = new BackoffTrigger(policy(DOUBLING, false));
        trigger.nextExecution(context);
        context.update(START, START, START.plusSeconds(60));
        assertThat(trigger.nextExecution(context)).isEqualTo(START.plusSeconds(61));
    }

    /** Instances that started at the same moment are spread over the whole delay after a few polls. */
    @Test
    void aThousandInstancesDoNotPollInStep() {
        var jittered = policy(delay(Jitter.full()), false);
        double[] times = IntStream.range(0, 1_000)
                .mapToObj(seed -> new BackoffTrigger(() -> jittered, new SplittableRandom(seed)))
                .mapToDouble(trigger -> lastOf(trigger, 6).toMillis() / 1_000.0)
                .toArray();
        // The last delay is U[0, 10 s]: mean 5 s, and each tenth of it holds about a tenth of the instances.
        assertThat(IntStream.range(0, 10).mapToLong(tenth -> count(times, tenth)))
                .allSatisfy(share -> assertThat(share).isCloseTo(100L, within(40L)));
    }

    @Test
    void rejectsAPolicyWithoutDelay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BackoffTrigger(policy(Delay.NONE, false)))
                .withMessage("'policy' must have a delay, but 'outbox' has none");
    }

    @Test
    void followsChangesOfItsPolicy() {
        AtomicReference<BackoffPolicy> current = new AtomicReference<>(policy(DOUBLING, false));
        var trigger = new BackoffTrigger(current::get, new SplittableRandom(1));
        assertThat(delays(trigger, 2)).containsExactly(0L, 1L);
        current.set(policy(
                Delay.of(Growth.constant(7_000_000_000L), Jitter.none(), Cap.WINDOW, 10_000_000_000L, 0), false));
        assertThat(delays(trigger, 2)).containsExactly(7L, 7L);
    }

    /** Without a pause, runs would occupy the thread of the scheduler. */
    @Test
    void keepsItsDelaysIfThePolicyLosesThem(CapturedOutput output) {
        AtomicReference<BackoffPolicy> current = new AtomicReference<>(policy(DOUBLING, false));
        var trigger = new BackoffTrigger(current::get, new SplittableRandom(1));
        delays(trigger, 2);
        for (int lost = 0; lost < 2; lost++) {
            current.set(policy(Delay.NONE, false));
            assertThat(delays(trigger, 3)).containsExactly(2L, 4L, 8L);
            current.set(policy(DOUBLING, false));
            trigger.reset();
            assertThat(delays(trigger, 1)).containsExactly(1L);
        }
        assertThat(output.getOut().split("Policy 'outbox' has lost its delay", -1))
                .hasSize(3);
    }

    private static long count(double[] times, int tenth) {
        return IntStream.range(0, times.length)
                .filter(each -> (int) times[each] == tenth)
                .count();
    }

    private List<Long> delays(BackoffTrigger trigger, int runs) {
        return IntStream.range(0, runs)
                .mapToObj(run -> run(trigger).toSeconds())
                .toList();
    }

    private Duration lastOf(BackoffTrigger trigger, int runs) {
        context.update((Instant) null, null, null);
        for (int run = 1; run < runs; run++) {
            run(trigger);
        }
        return run(trigger);
    }

    /** Makes the trigger schedule a run that takes no time. */
    private Duration run(BackoffTrigger trigger) {
        Instant before = context.lastCompletion() == null ? START : context.lastCompletion();
        Instant next = trigger.nextExecution(context);
        context.update(next, next, next);
        return Duration.between(before, next);
    }

    private static Delay delay(Jitter jitter) {
        return Delay.of(Growth.exponential(1_000_000_000L, 2), jitter, Cap.WINDOW, 10_000_000_000L, 0);
    }

    private static BackoffPolicy policy(Delay delay, boolean waitFirst) {
        return policy(delay, waitFirst, new Limits(3, Duration.ZERO, Duration.ZERO));
    }

    private static BackoffPolicy policy(Delay delay, boolean waitFirst, Limits limits) {
        return new BackoffPolicy(
                "outbox",
                true,
                Delays.of(delay).waitingFirst(waitFirst),
                limits,
                Classifiers.retrying(Exception.class),
                RetryBudget.UNLIMITED,
                ResultRule.ACCEPT_ALL,
                false);
    }
}
