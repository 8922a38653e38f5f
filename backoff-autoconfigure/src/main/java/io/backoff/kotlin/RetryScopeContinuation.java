package io.backoff.kotlin;

import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;

/**
 * The caller's continuation with an additional context element. Spring passes this continuation to the suspend
 * function.
 */
final class RetryScopeContinuation implements Continuation<Object> {

    private final Continuation<?> caller;
    private final CoroutineContext context;

    RetryScopeContinuation(Continuation<?> caller, RetryScopeElement element) {
        this.caller = caller;
        this.context = caller.getContext().plus(element);
    }

    @Override
    public CoroutineContext getContext() {
        return context;
    }

    @Override
    @SuppressWarnings("unchecked") // The function resumes with the type expected by its caller.
    public void resumeWith(Object result) {
        ((Continuation<Object>) caller).resumeWith(result);
    }
}
