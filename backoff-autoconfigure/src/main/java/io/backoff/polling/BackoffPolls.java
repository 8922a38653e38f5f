package io.backoff.polling;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods that {@link BackoffPoll} is on. A bean.
 *
 * <pre>{@code
 * polls.reset("Outbox.sendNext");   // the user is back: look again soon
 * }</pre>
 */
public interface BackoffPolls {

    /** What each method is at, in the order of the beans. */
    List<Poll> all();

    /**
     * Starts the delays of a method over. The next run comes after the first delay of the policy, or when it was due if
     * that is sooner.
     *
     * @param method {@code Class.method}, as in {@link Poll#method()}
     * @throws IllegalArgumentException if no such method is polled; the message names those that are
     */
    void reset(String method);

    /**
     * A polled method.
     *
     * @param bean name of its bean
     * @param method {@code Class.method}, as in the tag of the meters
     * @param policy name of its policy
     * @param running whether a run is under way
     * @param failing whether the last run has thrown
     * @param delay the delay before the next run, as it was drawn; of a run that is under way, the one before it
     * @param nextRun when the next run is due; {@code null} while one is under way, and while the application is stopped
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
