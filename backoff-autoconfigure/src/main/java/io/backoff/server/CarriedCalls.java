package io.backoff.server;

/** Recognizes HTTP requests that carry calls of another protocol. The server of that protocol counts such calls. */
@FunctionalInterface
public interface CarriedCalls {

    /** Recognizes no requests. */
    CarriedCalls NONE = contentType -> false;

    /** Whether a request with this content type carries a call of the other protocol. */
    boolean areOf(String contentType);
}
