package io.backoff.polling;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.polling.BackoffPolls.Poll;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The report about a polled method.
 *
 * @param bean name of its bean
 * @param method {@code Class.method}, as in the tag of the meters
 * @param policy name of its policy
 * @param running whether a run is in progress
 * @param failing whether the last run threw an exception
 * @param delay the delay before the next run, in ISO-8601
 * @param nextRun the time of the next run, in ISO-8601; absent during a run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PollReport(
        String bean,
        String method,
        String policy,
        boolean running,
        boolean failing,
        String delay,
        @Nullable String nextRun) {

    static PollReport of(Poll poll) {
        String next = Optional.ofNullable(poll.nextRun()).map(Instant::toString).orElse(null);
        return new PollReport(
                poll.bean(),
                poll.method(),
                poll.policy(),
                poll.running(),
                poll.failing(),
                poll.delay().toString(),
                next);
    }
}
