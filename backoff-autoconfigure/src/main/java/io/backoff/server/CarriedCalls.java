package io.backoff.server;

/** Recognizes HTTP requests that carry calls of another protocol. The server of that protocol counts such calls. */
@FunctionalInterface
public interface CarriedCalls {

    /** Recognizes no requests. */
    CarriedCalls NONE = contentType -> false;

    /** Whether an HTTP request with this content type carries a call of another protocol, such as gRPC. */
    boolean areOf(String contentType);
}
