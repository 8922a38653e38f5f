package io.backoff.endpoint;

import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.Principal;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** Determines the caller of an endpoint operation. */
public final class EndpointCaller {

    /** {@code Subject.current()}, which exists since Java 18; {@code null} in earlier versions. */
    private static final @Nullable MethodHandle CURRENT = current();

    private EndpointCaller() {}

    /**
     * Returns the caller over HTTP or JMX. {@link SecurityContext#NONE} means either JMX, or HTTP on WebFlux if Spring
     * Security is absent. The two cannot be distinguished, so both count as JMX.
     */
    public static Author of(@Nullable SecurityContext security) {
        return security == SecurityContext.NONE ? overJmx() : overHttp(security);
    }

    /** Returns the caller over HTTP; {@code unknown} if requests are not authenticated. */
    public static Author overHttp(@Nullable SecurityContext security) {
        return Author.of(security == null ? null : security.getPrincipal(), ChangeSource.ENDPOINT);
    }

    /**
     * Returns the caller over JMX: the first principal of the current subject. Spring Boot does not provide the caller,
     * but a JMX connector with authentication runs operations as the authenticated subject.
     */
    public static Author overJmx() {
        Subject subject = subject();
        @Nullable
        Principal principal = subject == null
                ? null
                : subject.getPrincipals().stream().findFirst().orElse(null);
        return Author.of(principal, ChangeSource.JMX);
    }

    @SuppressWarnings("removal") // Java 17 offers no other way to find the subject.
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
