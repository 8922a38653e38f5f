package io.backoff.rewrite.java;

import java.io.Serial;

/** Says that an annotation has to be migrated by hand, and why. */
public final class CannotMigrateException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String section;

    /**
     * @param reason what cannot be carried over: {@code 'stateful' has no equivalent}
     * @param section the anchor of the section of the guide that says what to do: {@code no-equivalent}
     */
    public CannotMigrateException(String reason, String section) {
        super(reason);
        this.section = section;
    }

    public String section() {
        return section;
    }
}
