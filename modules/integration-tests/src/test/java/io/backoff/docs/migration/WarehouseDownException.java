package io.backoff.docs.migration;

import java.io.IOException;
import java.io.UncheckedIOException;

public class WarehouseDownException extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    public WarehouseDownException() {
        super(new IOException("no answer"));
    }
}
