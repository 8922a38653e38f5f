package io.backoff.polling;

import io.backoff.engine.operations.DelaySequence;
import io.backoff.policy.BackoffPolicy;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.TriggerContext;

/**
 * The delays of a policy for Spring's {@code TaskScheduler}: for tasks that {@link BackoffPoll} cannot be put on. A task
 * that finds work says so, and is soon run again; without a word of it, the delays grow.
 *
 * <pre>{@code
 * BackoffTrigger trigger = new BackoffTrigger(policies.get("outbox"));
 * scheduler.schedule(() -> trigger.report(outbox.sendNext()), trigger);
 * }</pre>
 *
 * <p>The first run comes at once, or with {@code wait-first} after the first delay; each further one a delay after the end
 * of the last. The trigger never ends: {@code max-attempts} and {@code max-elapsed} have no effect. One trigger is for one
 * task.
 */
public class BackoffTrigger implements Trigger {

    private final DelaySequence delays;
    private final Supplier<BackoffPolicy> policy;

    /**
     * A trigger with the delays of this policy, as it is now.
     *
     * @throws IllegalArgumentException if the policy has no delay, so that runs would follow without a pause
     */
    public BackoffTrigger(BackoffPolicy policy) {
        this(() -> policy, new SplittableRandom());
    }

    /**
     * A trigger that follows changes of a policy.
     *
     * <pre>{@code
     * new BackoffTrigger(() -> policies.get("outbox"), time.random())
     * }</pre>
     *
     * @param random the source of jitter, used by one thread at a time
     * @throws IllegalArgumentException if the policy has no delay, so that runs would follow without a pause
     */
    public BackoffTrigger(Supplier<BackoffPolicy> policy, RandomGenerator random) {
        if (!policy.get().hasDelay()) {
            throw new IllegalArgumentException(
                    "'policy' must have a delay, but '" + policy.get().name() + "' has none");
        }
        this.policy = policy;
        this.delays = new DelaySequence(policy, random);
    }

    /**
     * Says how a run went. To be called by the task; a run that says nothing has found nothing.
     *
     * @param foundWork whether there was something to do, so that the delays start over
     */
    public void report(boolean foundWork) {
        if (foundWork) {
            delays.reset();
        }
    }

    /** Starts the delays over. A run that is already scheduled keeps its time; the delay after it is the first. */
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
}
