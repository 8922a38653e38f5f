package io.backoff.grpc;

import io.grpc.Metadata;

/** The metadata keys and trailers for retries. */
public final class GrpcKeys {

    /** The number of previous attempts, in the metadata of a call. */
    public static final Metadata.Key<String> PREVIOUS_ATTEMPTS = ascii("grpc-previous-rpc-attempts");

    /** The retry delay in milliseconds, in the trailers of a failed call; a negative number forbids a retry. */
    public static final Metadata.Key<String> PUSHBACK = ascii("grpc-retry-pushback-ms");

    /** A {@code google.rpc.Status}, in the trailers of a failed call. */
    public static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private GrpcKeys() {}

    private static Metadata.Key<String> ascii(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
}
