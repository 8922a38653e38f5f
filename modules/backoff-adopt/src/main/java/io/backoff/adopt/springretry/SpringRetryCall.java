package io.backoff.adopt.springretry;

import io.backoff.adopt.LibraryCall;
import io.backoff.engine.execution.AdoptedExecution;
import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryContext;
import org.springframework.retry.support.RetrySynchronizationManager;

/**
 * A call of spring-retry. Its context, which is bound to the thread, is only reliable before the first attempt: a
 * nested call that is stateful or has a circuit breaker may leave another context on the thread.
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
            // With an interceptor of the application, there may be no context for this call.
            context = current;
        }
    }

    private static void continues(AdoptedExecution call, RetryContext stateful) {
        Throwable last = stateful.getLastThrowable();
        if (last != null && stateful.getRetryCount() > 0) {
            call.continues(stateful.getRetryCount(), last);
        }
    }

    /** Does not end stateful calls, because a message would count as exhausted before all its deliveries. */
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
