package io.backoff.adopt;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of methods that return a {@link CompletionStage}. The call is over when the stage completes, whether
 * the library retries stages or only what the method throws. No thread waits.
 */
final class AdoptedStage implements AdoptedResult {

    @Override
    public boolean supports(Class<?> type) {
        return CompletionStage.class.isAssignableFrom(type);
    }

    /** Returns the stage of the library itself: callers may rely on its type, and cancel it. */
    @Override
    public @Nullable Object call(AdoptedInvocation invocation) throws Throwable {
        AdoptedCall call = invocation.begin();
        Throwable tooLate = call.endedTooLate();
        return tooLate == null ? call(invocation, call) : CompletableFuture.failedFuture(tooLate);
    }

    private static @Nullable Object call(AdoptedInvocation invocation, AdoptedCall call) throws Throwable {
        boolean retried = retriesStages(invocation);
        @Nullable Object value;
        try {
            value = invocation.proceed();
        } catch (Throwable thrown) {
            call.over(thrown);
            throw thrown;
        }
        if (value instanceof CompletionStage<?> stage) {
            follow(stage, call, retried);
        } else {
            call.over(null);
        }
        return value;
    }

    private static boolean retriesStages(AdoptedInvocation invocation) {
        return invocation.method().retry().asynchronous().stages();
    }

    // A stage may reject handlers. The caller gets it nevertheless.
    private static void follow(CompletionStage<?> stage, AdoptedCall call, boolean recorded) {
        try {
            stage.whenComplete((result, failure) -> end(call, recorded, result, failure));
        } catch (RuntimeException rejected) {
            end(call, recorded, stage, null);
        }
    }

    // A library that retries no stages has seen the attempt return. Only now is it known how the attempt ended.
    private static void end(AdoptedCall call, boolean recorded, @Nullable Object result, @Nullable Throwable failure) {
        if (!recorded) {
            AttemptStage.record(call, result, failure);
        }
        call.over(failure);
    }

    @Override
    public @Nullable Object attempt(AdoptedInvocation invocation) throws Throwable {
        AdoptedCall call = invocation.call();
        if (call == null) {
            return invocation.proceed();
        }
        boolean retried = retriesStages(invocation);
        if (call.next() == null) {
            return retried ? denied(call) : call.repeat();
        }
        @Nullable Object value = call.proceed(invocation);
        if (value instanceof CompletionStage<?> stage && retried) {
            return AttemptStage.follow(call, stage);
        }
        call.execution().attemptReturned(value);
        return value;
    }

    /** A failed stage: what an attempt on another thread throws may be lost, and its promise never completes. */
    private static CompletableFuture<?> denied(AdoptedCall call) {
        try {
            return CompletableFuture.completedFuture(call.repeat());
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
