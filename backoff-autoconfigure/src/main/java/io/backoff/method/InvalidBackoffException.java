package io.backoff.method;

import io.backoff.Backoff;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * An annotated method that cannot do what its annotation asks. Thrown at startup, and for an object that is no bean by the
 * call.
 */
public class InvalidBackoffException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * A refusal.
     *
     * @param remedy what the developer can do
     */
    public InvalidBackoffException(Method method, String reason, String remedy) {
        this(Backoff.class, method, reason, remedy);
    }

    public InvalidBackoffException(Method method, String reason, String remedy, @Nullable Throwable cause) {
        this(Backoff.class, method, reason, remedy, cause);
    }

    /**
     * A refusal of another annotation.
     *
     * @param annotation the one that cannot do what it asks
     * @param remedy what the developer can do
     */
    public InvalidBackoffException(
            Class<? extends Annotation> annotation, Method method, String reason, String remedy) {
        this(annotation, method, reason, remedy, null);
    }

    /**
     * A refusal of another annotation, with its cause.
     *
     * @param annotation the one that cannot do what it asks
     * @param remedy what the developer can do
     * @param cause what has shown it, {@code null} for nothing
     */
    public InvalidBackoffException(
            Class<? extends Annotation> annotation,
            Method method,
            String reason,
            String remedy,
            @Nullable Throwable cause) {
        super(
                "@" + annotation.getSimpleName() + " on " + ClassUtils.getQualifiedMethodName(method) + ": " + reason,
                cause);
        this.remedy = remedy;
    }

    /** What the developer can do. */
    public String remedy() {
        return remedy;
    }
}
