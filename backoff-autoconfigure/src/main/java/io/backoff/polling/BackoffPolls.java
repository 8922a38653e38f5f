package io.backoff.polling;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods annotated with {@link BackoffPoll}. Available as a bean.
 *
 * <pre>{@code
 * polls.reset("Outbox.sendNext");   // the user is back: look again soon
 * }</pre>
 *
 * @since 0.1.0
 */
public interface BackoffPolls {

    /** {@return the state of each polled method, in the order of the beans} */
    List<Poll> all();

    /**
     * Restarts the delays of a method: the next run starts after the first delay of the policy, or at its scheduled
     * time if that is sooner.
     *
     * @param method {@code Class.method}, as in {@link Poll#method()}
     * @throws IllegalArgumentException if no such method is polled; the message lists the polled methods
     */
    void reset(String method);

    /**
     * The state of a polled method.
     *
     * @param bean name of its bean
     * @param method {@code Class.method}, as in the tag of the meters
     * @param policy name of its policy
     * @param running whether a run is in progress
     * @param failing whether the last run threw an exception
     * @param delay the delay before the next run, with jitter; during a run, the delay before that run
     * @param nextRun due time of the next run; {@code null} during a run, and while the application is stopped
     */
    record Poll(
            String bean,
            String method,
            String policy,
            boolean running,
            boolean failing,
            Duration delay,
            @Nullable Instant nextRun) {}
}
