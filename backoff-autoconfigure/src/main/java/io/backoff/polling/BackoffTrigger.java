package io.backoff.polling;

import io.backoff.engine.operations.DelaySequence;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.TriggerContext;

/**
 * A trigger for Spring's {@code TaskScheduler} with the delays of a policy, for tasks that are not methods of beans.
 * After a run that reports work, the next run follows soon; otherwise, the delays grow.
 *
 * <pre>{@code
 * BackoffTrigger trigger = new BackoffTrigger(policies.get("outbox"));
 * scheduler.schedule(() -> trigger.report(outbox.sendNext()), trigger);
 * }</pre>
 *
 * <p>The first run starts immediately or, with {@code wait-first}, after the first delay. Each further run starts one
 * delay after the end of the previous run. The trigger never ends: {@code max-attempts} and {@code max-elapsed} have no
 * effect. Use one trigger per task.
 *
 * @since 0.1.0
 */
public class BackoffTrigger implements Trigger {

    private static final Logger logger = SpringLogger.of(BackoffTrigger.class);

    private static final LogMessage DELAY_LOST = LogMessage.warning(
            "Policy '%s' has lost its delay, so a BackoffTrigger keeps the delays that the policy had before");

    private final DelaySequence delays;
    private final Supplier<BackoffPolicy> policy;

    /**
     * Creates a trigger with the delays of this policy. Later changes of the policy have no effect.
     *
     * @param policy the policy whose delays are used; its limits have no effect
     * @throws IllegalArgumentException if the policy has no delay: runs would follow one another without a pause
     */
    public BackoffTrigger(BackoffPolicy policy) {
        this(() -> policy, new SplittableRandom());
    }

    /**
     * Creates a trigger that applies changes of a policy. If the policy loses its delay, the trigger keeps the delays
     * that the policy had before, and logs a warning.
     *
     * <pre>{@code
     * new BackoffTrigger(() -> policies.get("outbox"), time.random())
     * }</pre>
     *
     * @param policy supplies the current policy before each run
     * @param random the source of jitter, used by one thread at a time
     * @throws IllegalArgumentException if the policy has no delay: runs would follow one another without a pause
     */
    public BackoffTrigger(Supplier<BackoffPolicy> policy, RandomGenerator random) {
        BackoffPolicy first = policy.get();
        if (!first.hasDelay()) {
            throw new IllegalArgumentException("'policy' must have a delay, but '" + first.name() + "' has none");
        }
        this.policy = new WithDelay(policy, first);
        this.delays = new DelaySequence(this.policy, random);
    }

    /**
     * Reports the outcome of a run. The task calls this method; a run without a report counts as one without work.
     *
     * @param foundWork whether there was work; if so, the delays restart
     */
    public void report(boolean foundWork) {
        if (foundWork) {
            delays.reset();
        }
    }

    /** Restarts the delays. A run that is already scheduled is not moved; the first delay begins when that run ends. */
    public void reset() {
        delays.reset();
    }

    @Override
    public Instant nextExecution(TriggerContext context) {
        Instant lastEnd = context.lastCompletion();
        if (lastEnd == null) {
            Instant now = context.getClock().instant();
            return policy.get().waitFirst() ? now.plus(delays.next()) : now;
        }
        return lastEnd.plus(delays.next());
    }

    /** Supplies the latest policy that has a delay, because runs must not follow one another without a pause. */
    private static final class WithDelay implements Supplier<BackoffPolicy> {

        private final Supplier<BackoffPolicy> current;
        private BackoffPolicy latest;
        private boolean lost;

        WithDelay(Supplier<BackoffPolicy> current, BackoffPolicy first) {
            this.current = current;
            this.latest = first;
        }

        @Override
        public synchronized BackoffPolicy get() {
            BackoffPolicy next = current.get();
            boolean hasDelay = next.hasDelay();
            if (hasDelay) {
                latest = next;
            } else if (!lost) {
                DELAY_LOST.with(next.name()).log(logger);
            }
            lost = !hasDelay;
            return latest;
        }
    }
}
