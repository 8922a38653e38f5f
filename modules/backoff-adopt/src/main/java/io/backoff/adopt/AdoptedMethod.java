package io.backoff.adopt;

import io.backoff.engine.RetryScope;
import org.jspecify.annotations.Nullable;

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

    /** Whether callers are spared the delays of denied retries. */
    boolean endsCalls() {
        return library.endsCalls(retry);
    }

    AdoptedResult result() {
        return result;
    }

    /** What its calls are counted by, and its retries decided by. */
    public AdoptedGuards guards() {
        return guards;
    }

    /** Begins a call in the given scope, if any. */
    public AdoptedCall begin(@Nullable RetryScope outer) {
        return new AdoptedCall(guards.begin(outer), library.begin());
    }
}
