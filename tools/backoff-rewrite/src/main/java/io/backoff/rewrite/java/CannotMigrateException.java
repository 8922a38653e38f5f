package io.backoff.rewrite.java;

import java.io.Serial;

/** Thrown with a reason if an annotation must be migrated by hand. */
public final class CannotMigrateException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String section;

    /**
     * @param reason the reason: {@code 'stateful' has no equivalent}
     * @param section the anchor of the guide's section with the remedy: {@code no-equivalent}
     */
    public CannotMigrateException(String reason, String section) {
        super(reason);
        this.section = section;
    }

    public String section() {
        return section;
    }
}
