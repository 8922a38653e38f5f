package io.backoff.adopt;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A library's settings for the retries of one method.
 *
 * @param instance the name of a shared configuration; {@code null} if there is none, or if it is determined per call
 * @param maxAttempts maximum number of attempts; 0 if unknown, or {@link #UNLIMITED}
 * @param asynchronous the kinds of results whose failures the library retries after the method has returned
 * @param retryOn exceptions to retry, as written in the annotation; empty if unset
 * @param abortOn exceptions not to retry, as written in the annotation; empty if unset
 * @param fallback the fallback method; {@code null} if unset
 */
public record LibrarySettings(
        @Nullable String instance,
        int maxAttempts,
        Asynchronous asynchronous,
        List<String> retryOn,
        List<String> abortOn,
        @Nullable String fallback) {

    /** The value of {@code maxAttempts} if the number of attempts is unlimited. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Returns these settings with another maximum number of attempts. */
    LibrarySettings limited(int attempts) {
        return new LibrarySettings(instance, attempts, asynchronous, retryOn, abortOn, fallback);
    }

    /**
     * Whether a library retries results that fail after the method has returned.
     *
     * @param stages whether it retries completion stages
     * @param publishers whether it retries reactive types
     */
    public record Asynchronous(boolean stages, boolean publishers) {

        /** The library retries only exceptions that the method throws. */
        public static final Asynchronous NOTHING = new Asynchronous(false, false);
    }
}
