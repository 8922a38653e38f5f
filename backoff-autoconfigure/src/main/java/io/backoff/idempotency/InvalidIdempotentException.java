package io.backoff.idempotency;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** An annotated method whose calls cannot be made idempotent as it asks. Thrown at startup. */
public class InvalidIdempotentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    InvalidIdempotentException(Method method, String reason, String remedy) {
        this(method, reason, remedy, null);
    }

    InvalidIdempotentException(Method method, String reason, String remedy, @Nullable Throwable cause) {
        super("@Idempotent on " + ClassUtils.getQualifiedMethodName(method) + ": " + reason, cause);
        this.remedy = remedy;
    }

    /** What the developer can do. */
    public String remedy() {
        return remedy;
    }
}
