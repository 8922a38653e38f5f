package io.backoff.adopt;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;

/**
 * A library that retries methods of beans by advice. The advice calls the method again after a failure.
 *
 * <p>Implementations must not create beans, and must use only the public API of the library.
 */
public interface RetryLibrary {

    /** The name in logs and reports, for example {@code spring-retry}. */
    String id();

    /** The bean type whose presence shows that an application uses the library. */
    Class<?> activator();

    /**
     * Whether a class can have methods that the library retries. This check is cheap and may return {@code true} too
     * often.
     */
    boolean isCandidate(Class<?> type);

    /** Whether the advisor's advice is the one by which the library retries. */
    boolean isRetryAdvice(Advisor advisor);

    /**
     * Finds the settings for the retries of one method, by the rules of the library.
     *
     * @param method the called method, which may be declared by an interface
     * @param targetClass the class of the target object
     * @return {@code null} if the library does not retry the method
     */
    @Nullable
    LibrarySettings find(Method method, Class<?> targetClass);

    /** Returns the maximum number of attempts; 0 if unknown. Called only when beans can be looked up. */
    default int maxAttempts(LibrarySettings retry) {
        return retry.maxAttempts();
    }

    /** Begins a call on the current thread, before the advice of the library runs. */
    default LibraryCall begin() {
        return LibraryCall.NONE;
    }

    /**
     * Whether {@link LibraryCall#end} has an effect. If it has none, a caller whose retry is denied still
     * waits until the library's remaining delays have passed. Called only when beans can be looked up.
     */
    boolean endsCalls(LibrarySettings retry);
}
