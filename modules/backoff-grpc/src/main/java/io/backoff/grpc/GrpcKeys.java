package io.backoff.grpc;

import io.grpc.Metadata;

/** The metadata keys and trailers for retries. */
public final class GrpcKeys {

    /** Number of previous attempts, sent as metadata with a call. */
    public static final Metadata.Key<String> PREVIOUS_ATTEMPTS = ascii("grpc-previous-rpc-attempts");

    /** Retry delay in milliseconds, in the trailers of a failure; negative forbids a retry. */
    public static final Metadata.Key<String> PUSHBACK = ascii("grpc-retry-pushback-ms");

    /** A {@code google.rpc.Status}, in the trailers of a failure. */
    public static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private GrpcKeys() {}

    private static Metadata.Key<String> ascii(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
}
