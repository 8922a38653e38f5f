package io.backoff.server;

/** Recognizes HTTP requests that carry calls of another protocol, whose server counts them. */
@FunctionalInterface
public interface CarriedCalls {

    /** Recognizes none. */
    CarriedCalls NONE = contentType -> false;

    /** Whether a request with this content type carries such a call. */
    boolean areOf(String contentType);
}
