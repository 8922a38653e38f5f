package io.backoff.classify;

/**
 * The status of a response: an HTTP status code or a gRPC status.
 *
 * @since 0.1.0
 */
public sealed interface CalleeStatus permits CalleeStatus.Http, GrpcStatus {

    /**
     * An HTTP status.
     *
     * @param code the status code, for example 503
     */
    record Http(int code) implements CalleeStatus {}
}
