package io.backoff.adopt;

import io.backoff.engine.execution.AdoptedExecution;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

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
    public @Nullable Object call(AdoptedMethod method, ProxyMethodInvocation invocation) throws Throwable {
        AdoptedExecution call = method.begin(invocation);
        @Nullable Object value;
        try {
            value = invocation.proceed();
        } catch (Throwable thrown) {
            call.over(thrown);
            throw thrown;
        }
        if (value instanceof CompletionStage<?> stage) {
            stage.whenComplete((result, failure) -> end(method, call, result, failure));
        } else {
            call.over(null);
        }
        return value;
    }

    // A library that retries no stages has seen the attempt return. Only now is it known how the attempt ended.
    private static void end(
            AdoptedMethod method, AdoptedExecution call, @Nullable Object result, @Nullable Throwable failure) {
        if (!method.retry().asynchronous().stages()) {
            record(call, result, failure);
        }
        call.over(failure);
    }

    private static boolean record(AdoptedExecution call, @Nullable Object result, @Nullable Throwable failure) {
        if (failure != null) {
            return call.attemptFailed(failure);
        }
        call.attemptReturned(result);
        return false;
    }

    @Override
    public @Nullable Object attempt(AdoptedMethod method, ProxyMethodInvocation invocation) throws Throwable {
        AdoptedExecution call = method.callOf(invocation);
        if (call == null) {
            return invocation.proceed();
        }
        method.library().prepare(call);
        if (call.next() == null) {
            return denied(method, call);
        }
        @Nullable Object value = method.proceed(call, invocation);
        if (value instanceof CompletionStage<?> stage
                && method.retry().asynchronous().stages()) {
            return recorded(method, call, stage);
        }
        call.attemptReturned(value);
        return value;
    }

    /** A failed stage: what an attempt on another thread throws may be lost, and its promise never completes. */
    private static @Nullable Object denied(AdoptedMethod method, AdoptedExecution call) throws Throwable {
        if (!method.retry().asynchronous().stages()) {
            return method.repeat(call);
        }
        try {
            return CompletableFuture.completedFuture(method.repeat(call));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** A stage of its own, because the handlers of a stage run in no certain order: the attempt is recorded first. */
    private static CompletableFuture<?> recorded(
            AdoptedMethod method, AdoptedExecution call, CompletionStage<?> stage) {
        CompletableFuture<@Nullable Object> recorded = new CompletableFuture<>();
        stage.whenComplete((result, failure) -> {
            if (record(call, result, failure)) {
                method.library().endCall(failure);
            }
            if (failure != null) {
                recorded.completeExceptionally(failure);
            } else {
                recorded.complete(result);
            }
        });
        return recorded;
    }
}
