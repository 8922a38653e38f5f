package io.backoff.adopt;

import io.backoff.engine.execution.AdoptedExecution;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** Runs the calls of methods that are over when they return. */
final class AdoptedValue implements AdoptedResult {

    @Override
    public boolean supports(Class<?> type) {
        return true;
    }

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
        call.over(null);
        return value;
    }

    @Override
    public @Nullable Object attempt(AdoptedMethod method, ProxyMethodInvocation invocation) throws Throwable {
        AdoptedExecution call = method.callOf(invocation);
        if (call == null) {
            return invocation.proceed();
        }
        method.library().prepare(call);
        Duration wait = call.next();
        if (wait == null || !waits(call, wait)) {
            return method.repeat(call);
        }
        @Nullable Object value = method.proceed(call, invocation);
        call.attemptReturned(value);
        return value;
    }

    private static boolean waits(AdoptedExecution call, Duration wait) {
        try {
            if (!wait.isZero()) {
                call.time().sleep(wait);
            }
            return true;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            call.interrupted(interruption);
            return false;
        }
    }
}
