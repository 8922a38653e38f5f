package io.backoff.adopt;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.Call;
import io.backoff.result.Followed;
import org.jspecify.annotations.Nullable;

/**
 * Records the outcome of an attempt before the library that retries the call gets it. The attempt is cut off at the
 * caller's deadline.
 *
 * @param outside the {@link RetryScope} in which the caller subscribes; {@code null} for none
 */
record FollowedAttempt(AdoptedCall call, @Nullable RetryScope outside) implements Followed {

    @Override
    public void returned(@Nullable Object value) {
        call.execution().attemptReturned(value);
    }

    @Override
    public void failed(Throwable failure) {
        call.failed(failure);
    }

    @Override
    public Call attempt() {
        return call.execution().call();
    }
}
