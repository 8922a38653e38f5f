package io.backoff.redelivery.delivery;

import org.jspecify.annotations.Nullable;

/** A failure of which only the text is known, for example because another process made the attempt. */
final class RecordedFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RecordedFailure(@Nullable String text) {
        super(text, null, false, false);
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
