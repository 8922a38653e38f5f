package io.backoff.text;

import io.backoff.PermanentException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Traverses the causes of a failure. The traversal ends at a cycle, and at an exception whose {@code getCause} throws.
 * It also ends after 1,000 causes, because {@code getCause} may create a new exception on each call.
 */
public final class CauseChain {

    private static final int MOST = 1_000;

    private CauseChain() {}

    /** A function applied to each failure. */
    @FunctionalInterface
    public interface Question<T> {

        /** The result, or {@code null} to continue with the cause. */
        @Nullable
        T ask(Throwable failure);
    }

    /** Whether the failure or one of its causes meets the condition. */
    public static boolean any(Throwable failure, Predicate<Throwable> condition) {
        return first(failure, current -> condition.test(current) ? Boolean.TRUE : null) != null;
    }

    /**
     * Applies the function to the failure and then to each cause, and returns the first result that is not
     * {@code null}.
     *
     * @return {@code null} if every result is {@code null}
     */
    public static <T> @Nullable T first(Throwable failure, Question<T> question) {
        // Brent's cycle detection compares each failure with one earlier failure, which is replaced whenever the depth
        // doubles.
        // A set of the failures would cost 300 bytes per call, and half as much time as a whole failed attempt.
        Throwable passed = failure;
        int depth = 0;
        int limit = 1;
        for (Throwable current = failure; current != null && depth < MOST; current = of(current)) {
            T found = question.ask(current);
            if (found != null || depth++ > 0 && current == passed) {
                return found;
            }
            if (depth == limit) {
                passed = current;
                limit *= 2;
            }
        }
        return null;
    }

    /** Returns the cause of the failure; {@code null} if it has none, or if {@code getCause} throws. */
    public static @Nullable Throwable of(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable broken) {
            return null;
        }
    }

    /** Returns the failure without the wrappers that futures and proxies put around it. */
    public static Throwable unwrap(Throwable failure) {
        Throwable current = failure;
        for (int depth = 0; depth < 16 && isWrapper(current); depth++) {
            Throwable cause = of(current);
            if (cause == null) {
                return current;
            }
            current = cause;
        }
        return current;
    }

    /**
     * Returns the failure that the caller of a guarded call gets. A {@link PermanentException} only forbids a retry, so
     * the caller gets its cause instead; any other failure is returned as it is.
     */
    public static Throwable forCaller(Throwable failure) {
        Throwable cause = unwrap(failure) instanceof PermanentException permanent ? of(permanent) : null;
        return cause != null ? cause : failure;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException
                || failure instanceof ExecutionException
                || failure instanceof UndeclaredThrowableException;
    }
}
