package io.backoff.redelivery.delivery;

import org.jspecify.annotations.Nullable;

/** The failure of an attempt made by another process, or by this one before a restart. Only its text is known. */
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
