package io.backoff.kotlin;

import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;

/** The continuation of a caller with one more context element. Spring passes it to the suspend function. */
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
    @SuppressWarnings("unchecked") // The function resumes with the type that its caller expects.
    public void resumeWith(Object result) {
        ((Continuation<Object>) caller).resumeWith(result);
    }
}
