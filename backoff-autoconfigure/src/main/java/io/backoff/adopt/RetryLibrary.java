package io.backoff.adopt;

import io.backoff.engine.execution.AdoptedExecution;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;

/**
 * A library that retries methods of beans. Its advice calls the method again after a failure.
 *
 * <p>Implementations must not create beans, and use only public API of the library.
 */
public interface RetryLibrary {

    /** The name in logs and reports, for example {@code spring-retry}. */
    String id();

    /** The type of bean whose presence shows that an application uses the library. */
    Class<?> activator();

    /** Whether a class can have methods that the library retries; a cheap check. */
    boolean isCandidate(Class<?> type);

    /** Whether the advice of the advisor retries. */
    boolean isRetryAdvice(Advisor advisor);

    /**
     * The retries of one method, found by the rules of the library.
     *
     * @param method the method as it is called, which may be declared by an interface
     * @param targetClass the class of the object that it is called on
     * @return {@code null} if the library does not retry the method
     */
    @Nullable
    LibraryRetry find(Method method, Class<?> targetClass);

    /** Attempts of a call in all; 0 if unknown or unlimited. Called when beans can be looked up. */
    default int maxAttempts(LibraryRetry retry) {
        return retry.maxAttempts();
    }

    /** Prepares an attempt on the current thread. The library may know of attempts that earlier calls have made. */
    default void prepare(AdoptedExecution call) {}

    /**
     * Ends the call of the library that the current thread makes an attempt of, so that no further delays pass. Does
     * nothing if the library has no way.
     *
     * @param failure the failure that the attempt ends with
     */
    default void endCall(Throwable failure) {}

    /** Whether {@link #endCall} has an effect. */
    boolean endsCalls();
}
