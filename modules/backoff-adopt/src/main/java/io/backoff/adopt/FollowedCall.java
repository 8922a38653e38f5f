package io.backoff.adopt;

import io.backoff.engine.RetryScope;
import io.backoff.result.Followed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends an adopted call when its result completes.
 *
 * @param records whether to record the attempt too; {@code true} if no inner interceptor records it
 * @param outside the {@link RetryScope} in which the caller subscribes; {@code null} for none
 * @param carried the entries to add to the subscriber context of attempts
 */
record FollowedCall(
        AdoptedCall call, boolean records, @Nullable RetryScope outside, Map<Object, Object> carried)
        implements Followed {

    @Override
    public void returned(@Nullable Object value) {
        if (records) {
            call.execution().attemptReturned(value);
        }
        call.over(null);
    }

    @Override
    public void failed(Throwable failure) {
        if (records) {
            call.failed(failure);
        }
        call.over(failure);
    }

    @Override
    public void cancelled() {
        call.execution().cancelled();
    }
}
