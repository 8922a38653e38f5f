package io.backoff.adopt;

import io.backoff.engine.RetryScope;
import io.backoff.result.ResultKind;
import org.jspecify.annotations.Nullable;

/** A method that another library retries, and whose calls are observed or governed. */
public final class AdoptedMethod {

    private final RetryLibrary library;
    private final LibrarySettings retry;
    private final ResultKind kind;
    private final boolean retriesResults;
    private final boolean beginsLater;
    private final AdoptedGuards guards;

    /**
     * Creates a method.
     *
     * @param kind the kind of the method's results
     * @param retriesResults whether the library retries results that fail after the method has returned
     * @param beginsLater whether callers may get the future or publisher of a call before the method is called
     * @param guards the guards that count the method's calls and decide on its retries
     */
    AdoptedMethod(
            RetryLibrary library,
            LibrarySettings retry,
            ResultKind kind,
            boolean retriesResults,
            boolean beginsLater,
            AdoptedGuards guards) {
        this.library = library;
        this.retry = retry;
        this.kind = kind;
        this.retriesResults = retriesResults;
        this.beginsLater = beginsLater;
        this.guards = guards;
    }

    /** The library that retries the method. */
    public RetryLibrary library() {
        return library;
    }

    /** The library's settings for retries of the method. */
    public LibrarySettings retry() {
        return retry;
    }

    /** Whether the denial of a retry ends the call immediately, without waiting for the delay. */
    boolean endsCalls() {
        return library.endsCalls(retry);
    }

    ResultKind kind() {
        return kind;
    }

    boolean retriesResults() {
        return retriesResults;
    }

    /**
     * Whether callers may get the future or publisher of a call before the method is called. If so, no thread need wait
     * until the policy's {@code pace} allows the attempt to begin.
     */
    boolean beginsLater() {
        return beginsLater;
    }

    /** Whether the library retries by subscribing to a result again. */
    boolean subscribedAgain() {
        return retriesResults && kind.lazy();
    }

    /** The guards of the method's calls. */
    public AdoptedGuards guards() {
        return guards;
    }

    /** Begins a call. The parent is the attempt or request that makes the call; {@code null} if there is none. */
    AdoptedCall begin(@Nullable RetryScope parent) {
        return new AdoptedCall(guards.begin(parent), library.begin());
    }
}
