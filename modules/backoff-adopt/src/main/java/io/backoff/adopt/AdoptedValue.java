package io.backoff.adopt;

import io.backoff.engine.execution.AdoptedExecution;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Runs the calls of methods that are over when they return. */
final class AdoptedValue implements AdoptedResult {

    @Override
    public boolean supports(Class<?> type) {
        return true;
    }

    @Override
    public @Nullable Object call(AdoptedInvocation invocation) throws Throwable {
        AdoptedCall call = invocation.begin();
        Throwable tooLate = call.endedTooLate();
        if (tooLate != null) {
            throw tooLate;
        }
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
    public @Nullable Object attempt(AdoptedInvocation invocation) throws Throwable {
        AdoptedCall call = invocation.call();
        if (call == null) {
            return invocation.proceed();
        }
        Duration wait = call.next();
        if (wait == null || !waits(call.execution(), wait)) {
            return call.repeat();
        }
        @Nullable Object value = call.proceed(invocation);
        call.execution().attemptReturned(value);
        return value;
    }

    private static boolean waits(AdoptedExecution call, Duration wait) {
        try {
            if (!wait.isZero()) {
                call.call().time().sleep(wait);
            }
            return true;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            call.interrupted(interruption);
            return false;
        }
    }
}
