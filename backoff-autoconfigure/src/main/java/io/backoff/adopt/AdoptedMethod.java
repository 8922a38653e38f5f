package io.backoff.adopt;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.AdoptedExecution;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** A method that a library retries, and that is observed or governed. */
public final class AdoptedMethod {

    private final RetryLibrary library;
    private final LibraryRetry retry;
    private final AdoptedResult result;
    private final AdoptedGuards guards;

    AdoptedMethod(RetryLibrary library, LibraryRetry retry, AdoptedResult result, AdoptedGuards guards) {
        this.library = library;
        this.retry = retry;
        this.result = result;
        this.guards = guards;
    }

    /** The library that retries it. */
    public RetryLibrary library() {
        return library;
    }

    /** Its retries as the library configures them. */
    public LibraryRetry retry() {
        return retry;
    }

    AdoptedResult result() {
        return result;
    }

    /** What its calls are counted by, and its retries decided by. */
    public AdoptedGuards guards() {
        return guards;
    }

    /** Begins a call in the given scope, if any. */
    public AdoptedExecution begin(@Nullable RetryScope outer) {
        return guards.begin(outer);
    }

    /** Begins a call whose attempts find it by the invocation. */
    public AdoptedExecution begin(ProxyMethodInvocation invocation) {
        AdoptedExecution call = begin(RetryScopeHolder.current());
        // Copies of an invocation, one for each attempt, share its attributes.
        invocation.setUserAttribute(attribute(), call);
        return call;
    }

    /** The call that an attempt belongs to; {@code null} if none has begun. */
    public @Nullable AdoptedExecution callOf(ProxyMethodInvocation invocation) {
        return invocation.getUserAttribute(attribute()) instanceof AdoptedExecution call ? call : null;
    }

    private String attribute() {
        return "backoff.adopt." + library.id();
    }

    /** Makes an attempt that has not been denied. */
    public @Nullable Object proceed(AdoptedExecution call, ProxyMethodInvocation invocation) throws Throwable {
        call.begin();
        CallerContext.Scope scope = RetryScopeHolder.enter(call);
        try {
            return invocation.proceed();
        } catch (Throwable thrown) {
            failed(call, thrown);
            throw thrown;
        } finally {
            scope.close();
        }
    }

    /** Records that an attempt failed, and ends the call of the library if retries are pointless. */
    public void failed(AdoptedExecution call, Throwable thrown) {
        if (call.attemptFailed(thrown)) {
            library.endCall(thrown);
        }
    }

    /** Ends a denied attempt as the one before has ended. */
    public @Nullable Object repeat(AdoptedExecution call) throws Throwable {
        Throwable last = call.lastThrown();
        if (last != null) {
            library.endCall(last);
        }
        return call.repeat();
    }
}
