package io.backoff.adopt;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.AdoptedExecution;
import java.time.Duration;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/**
 * One call of an adopted method.
 *
 * @param execution decides on the attempts
 * @param library the library's own state of the call
 */
record AdoptedCall(AdoptedExecution execution, LibraryCall library) {

    /**
     * Decides on the next attempt of the library.
     *
     * @return the remaining Retry-After delay; {@code null} if the attempt is denied
     */
    @Nullable
    Duration next() {
        library.prepare(execution);
        return execution.next();
    }

    /**
     * Ends the call if its deadline has passed. Returns the failure of the call; {@code null} if the call may begin.
     */
    @Nullable
    Throwable endedTooLate() {
        if (!execution.isTooLate()) {
            return null;
        }
        execution.call().deadlinePassed();
        library.over();
        return execution.call().failure();
    }

    /**
     * Makes a permitted attempt.
     *
     * @param records whether to record an exception that the method throws; {@code false} if the exception completes a
     *     future, whose failure is recorded instead
     */
    @Nullable
    Object proceed(MethodInvocation invocation, boolean records) throws Throwable {
        execution.begin();
        CallerContext.Scope scope = RetryScopeHolder.enter(execution.call().scope());
        try {
            // An attempt may begin on another thread. Inner advice must find the current invocation there too.
            return ExposeInvocationInterceptor.INSTANCE.invoke(invocation);
        } catch (Throwable thrown) {
            if (records) {
                failed(thrown);
            }
            throw thrown;
        } finally {
            scope.close();
        }
    }

    /** Records that an attempt failed, and ends the library's call if every retry would be denied. */
    void failed(Throwable thrown) {
        if (execution.attemptFailed(thrown)) {
            library.end(thrown);
        } else {
            library.goOn();
        }
    }

    /**
     * Ends the call.
     *
     * @param thrown the failure that the caller gets; {@code null} if it gets a result
     */
    void over(@Nullable Throwable thrown) {
        execution.over(thrown);
        library.over();
    }

    /** Gives a denied attempt the outcome of the previous attempt: throws its failure, or returns its result. */
    @Nullable
    Object repeat() throws Throwable {
        Throwable last = execution.lastThrown();
        if (last != null) {
            library.end(last);
        }
        return execution.repeat();
    }
}
