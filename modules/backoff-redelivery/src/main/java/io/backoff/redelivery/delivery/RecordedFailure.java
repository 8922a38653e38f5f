package io.backoff.redelivery.delivery;

import org.jspecify.annotations.Nullable;

/** The failure of an attempt in another process, or in this one before a restart, of which only the text is known. */
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
