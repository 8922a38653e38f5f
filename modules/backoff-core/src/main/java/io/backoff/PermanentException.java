package io.backoff;

import java.util.Objects;

/**
 * Thrown by a callee whose failure no retry can fix. The call ends immediately, and its caller gets the cause.
 *
 * <pre>{@code
 * if (card.isExpired()) {
 *     throw new PermanentException(new CardExpiredException(card));
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public class PermanentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Wraps the failure that the caller gets.
     *
     * @param cause the actual failure
     */
    public PermanentException(Throwable cause) {
        super(Objects.requireNonNull(cause, "'cause' must not be null"));
    }
}
