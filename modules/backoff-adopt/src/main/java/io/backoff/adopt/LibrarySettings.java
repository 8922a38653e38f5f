package io.backoff.adopt;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The retries of one method as its library configures them.
 *
 * @param instance the name of a shared configuration; {@code null} if the library has none, or a call decides it
 * @param maxAttempts attempts in all; 0 if unknown, or {@link #UNLIMITED}
 * @param asynchronous the kinds of results whose failures the library retries after the method has returned
 * @param retryOn exceptions that are retried, as written; empty if not written
 * @param abortOn exceptions that are not retried, as written; empty if not written
 * @param fallback the method that is called instead in the end; {@code null} if none is named
 */
public record LibrarySettings(
        @Nullable String instance,
        int maxAttempts,
        Asynchronous asynchronous,
        List<String> retryOn,
        List<String> abortOn,
        @Nullable String fallback) {

    /** The number of attempts of retries that never end. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** These retries with another number of attempts in all. */
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

        /** It retries only exceptions that the method throws. */
        public static final Asynchronous NOTHING = new Asynchronous(false, false);
    }
}
