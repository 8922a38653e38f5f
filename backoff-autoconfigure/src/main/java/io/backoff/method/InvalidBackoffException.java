package io.backoff.method;

import io.backoff.Backoff;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Thrown if an annotation cannot take effect on its method. It is thrown at startup or, for an object that is not a
 * bean, when the method is called.
 */
public class InvalidBackoffException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;
    private final String remedy;

    /**
     * Creates an exception about {@link Backoff}.
     *
     * @param remedy how to fix the problem
     */
    public InvalidBackoffException(Method method, String reason, String remedy) {
        this(Backoff.class, method, reason, remedy);
    }

    public InvalidBackoffException(Method method, String reason, String remedy, @Nullable Throwable cause) {
        this(Backoff.class, method, reason, remedy, cause);
    }

    /**
     * Creates an exception about the given annotation.
     *
     * @param annotation the annotation
     * @param remedy how to fix the problem
     */
    public InvalidBackoffException(
            Class<? extends Annotation> annotation, Method method, String reason, String remedy) {
        this(annotation, method, reason, remedy, null);
    }

    /**
     * Creates an exception about the given annotation, with a cause.
     *
     * @param annotation the annotation
     * @param remedy how to fix the problem
     * @param cause the failure that revealed the problem, or {@code null}
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
        this.reason = ClassUtils.getQualifiedMethodName(method) + ": " + reason;
        this.remedy = remedy;
    }

    /**
     * Creates an exception about {@link Backoff} on a type in which it covers no method.
     *
     * @param remedy how to fix the problem
     */
    public InvalidBackoffException(Class<?> type, String reason, String remedy) {
        super("@" + Backoff.class.getSimpleName() + " on " + type.getName() + ": " + reason);
        this.reason = type.getName() + ": " + reason;
        this.remedy = remedy;
    }

    /** The method or type, and the reason why the annotation cannot take effect on it. */
    public String reason() {
        return reason;
    }

    /** The remedy, as a sentence. */
    public String remedy() {
        return remedy;
    }
}
