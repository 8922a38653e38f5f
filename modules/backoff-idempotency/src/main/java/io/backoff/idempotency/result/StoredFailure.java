package io.backoff.idempotency.result;

import io.backoff.PermanentException;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.text.CauseChain;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The stored form of an exception: its class and message. For a {@link PermanentException} with a cause, those of the
 * cause are stored instead. For a duplicate, the exception is recreated if its class has a non-private constructor that
 * takes a message.
 *
 * @param permanent whether the exception was a {@link PermanentException}, or had one as a cause
 * @param type name of the exception's class
 * @param message the exception's message
 */
record StoredFailure(
        boolean permanent, String type, @Nullable String message) {

    private static final String PERMANENT = "permanent";
    private static final String OTHER = "other";

    static StoredFailure of(Throwable failure) {
        boolean permanent = CauseChain.any(failure, PermanentException.class::isInstance);
        Throwable cause = failure instanceof PermanentException ? CauseChain.of(failure) : null;
        Throwable kept = cause == null ? failure : cause;
        return new StoredFailure(permanent, kept.getClass().getName(), messageOf(kept));
    }

    // PostgreSQL rejects texts with a NUL character.
    private static @Nullable String messageOf(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? null : message.replace('\0', '\uFFFD');
        } catch (Throwable broken) {
            return null;
        }
    }

    StoredFailure withoutMessage() {
        return new StoredFailure(permanent, type, null);
    }

    StoredOutcome toOutcome() {
        String head = (permanent ? PERMANENT : OTHER) + "\n" + type;
        return new StoredOutcome(StoredOutcome.Kind.FAILED, message == null ? head : head + "\n" + message);
    }

    static StoredFailure parse(@Nullable String content) {
        String[] lines = (content == null ? "" : content).split("\n", 3);
        return new StoredFailure(
                lines[0].equals(PERMANENT),
                lines.length > 1 ? lines[1] : "an exception",
                lines.length > 2 ? lines[2] : null);
    }

    /**
     * Returns the exception for a duplicate.
     *
     * @param isFinal tells whether an exception ends retries by itself; any other exception is wrapped in a
     *     {@link PermanentException}, so that it is not retried
     */
    Throwable toThrowable(String operation, Predicate<Throwable> isFinal, @Nullable ClassLoader loader) {
        Throwable created = create(loader);
        if (created == null) {
            return new DuplicateOperationException(operation + " was carried out before, and failed for good: " + type
                    + (message == null ? "" : ": " + message));
        }
        return permanent || !isFinal.test(created) ? new PermanentException(created) : created;
    }

    private @Nullable Throwable create(@Nullable ClassLoader loader) {
        try {
            // Does not initialize the class: the stored name may be that of a class that is not an exception.
            Class<?> found = Class.forName(type, false, loader == null ? ClassUtils.getDefaultClassLoader() : loader);
            return Throwable.class.isAssignableFrom(found) ? instantiate(found) : null;
        } catch (ReflectiveOperationException | LinkageError | RuntimeException notPossible) {
            return null;
        }
    }

    private @Nullable Throwable instantiate(Class<?> exception) throws ReflectiveOperationException {
        Constructor<?> constructor = exception.getDeclaredConstructor(String.class);
        if (Modifier.isPrivate(constructor.getModifiers())) {
            return null;
        }
        ReflectionUtils.makeAccessible(constructor);
        return (Throwable) constructor.newInstance(message);
    }
}
