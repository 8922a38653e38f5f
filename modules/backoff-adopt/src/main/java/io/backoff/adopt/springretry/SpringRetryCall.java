package io.backoff.adopt.springretry;

import io.backoff.adopt.LibraryCall;
import io.backoff.engine.execution.AdoptedExecution;
import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryContext;
import org.springframework.retry.support.RetrySynchronizationManager;

/**
 * A call that spring-retry retries. The library binds the context of the call to the thread. The context is looked up
 * before the first attempt only, because a nested call that is stateful or has a circuit breaker may leave another
 * context on the thread.
 */
final class SpringRetryCall implements LibraryCall {

    private final @Nullable RetryContext outside;
    private @Nullable RetryContext context;
    private boolean found;

    /**
     * Creates a call.
     *
     * @param outside the context of the thread before the call; {@code null} if there is none
     */
    SpringRetryCall(@Nullable RetryContext outside) {
        this.outside = outside;
    }

    @Override
    public void prepare(AdoptedExecution call) {
        if (!found) {
            found = true;
            find(call);
        }
    }

    private void find(AdoptedExecution call) {
        RetryContext current = RetrySynchronizationManager.getContext();
        if (current == null) {
            return;
        }
        if (isStateful(current)) {
            continues(call, current);
        } else if (current != outside) {
            // If the application supplies the interceptor, this call may have no context of its own. The thread then
            // still has the context from before the call. That context belongs to another call, which must not be
            // ended.
            context = current;
        }
    }

    private static void continues(AdoptedExecution call, RetryContext stateful) {
        Throwable last = stateful.getLastThrowable();
        if (last != null && stateful.getRetryCount() > 0) {
            call.continues(stateful.getRetryCount(), last);
        }
    }

    /**
     * Has no effect on a stateful call. Ending such a call would, for example, mark a message as exhausted before its
     * last delivery.
     */
    @Override
    public void end(Throwable failure) {
        if (context != null) {
            context.setExhaustedOnly();
        }
    }

    private static boolean isStateful(RetryContext context) {
        return context.hasAttribute(RetryContext.STATE_KEY);
    }
}
