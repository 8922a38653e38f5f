package io.backoff.classify;

/** The status of a response, in the terms of its protocol. */
public sealed interface CalleeStatus permits CalleeStatus.Http, GrpcStatus {

    /**
     * A status of HTTP.
     *
     * @param code for example 503
     */
    record Http(int code) implements CalleeStatus {}
}
