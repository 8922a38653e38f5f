package io.backoff.server;

/** The protocol by which a request arrived. */
public enum Protocol {
    /** HTTP, whatever its version. */
    HTTP("503"),
    /** gRPC, over any transport. */
    GRPC("UNAVAILABLE");

    private final String status;

    Protocol(String status) {
        this.status = status;
    }

    /** Returns the status of the response to a rejected request. */
    String status() {
        return status;
    }
}
