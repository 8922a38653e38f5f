package io.backoff.actuate;

import io.backoff.autoconfigure.Author;
import io.backoff.autoconfigure.ChangeSource;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.Principal;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * The caller of an operation over JMX. Spring Boot does not know it, but a connector that asks for credentials runs the
 * operation as their subject.
 */
final class JmxCaller {

    /** {@code Subject.current()}, which Java has since 18; {@code null} before. */
    private static final @Nullable MethodHandle CURRENT = current();

    private JmxCaller() {}

    /** The first principal of the subject, if there is one. */
    static Author author() {
        Subject subject = subject();
        @Nullable
        Principal principal = subject == null
                ? null
                : subject.getPrincipals().stream().findFirst().orElse(null);
        return Author.of(principal, ChangeSource.JMX);
    }

    @SuppressWarnings("removal") // Java 17 has no other way.
    private static @Nullable Subject subject() {
        try {
            return CURRENT == null
                    ? Subject.getSubject(AccessController.getContext())
                    : (Subject) CURRENT.invokeExact();
        } catch (Throwable unknown) {
            return null;
        }
    }

    private static @Nullable MethodHandle current() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(Subject.class, "current", MethodType.methodType(Subject.class));
        } catch (NoSuchMethodException | IllegalAccessException older) {
            return null;
        }
    }
}
