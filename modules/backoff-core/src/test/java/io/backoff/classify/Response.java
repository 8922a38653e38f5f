package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/** A failed response of a remote callee, in an exception of a client library that {@link #read} knows. */
public final class Response extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    public Response(int status) {
        super("status " + status);
        this.status = status;
    }

    /** A {@link ResponseExtractor}. */
    public static @Nullable CalleeResponse read(Throwable failure) {
        return failure instanceof Response response ? CalleeResponse.ofStatus(response.status) : null;
    }
}
