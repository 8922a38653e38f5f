package io.backoff.rewrite.equivalence;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A failure that cases name. */
public class WarehouseDownException extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    public WarehouseDownException() {
        super("warehouse down", new IOException("no answer"));
    }

    /** Fails because of another failure. */
    public WarehouseDownException(Throwable cause) {
        super("warehouse down", new IOException(cause));
    }

    /** A failure of a subclass. */
    public static final class Burning extends WarehouseDownException {

        private static final long serialVersionUID = 1L;
    }
}
