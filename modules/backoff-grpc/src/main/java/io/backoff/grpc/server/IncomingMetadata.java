package io.backoff.grpc.server;

import io.grpc.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The metadata of a gRPC call, read like the headers of an HTTP request. */
final class IncomingMetadata {

    // This key is not read from the metadata, because gRPC puts the deadline into the context of the call.
    private static final String TIMEOUT = "grpc-timeout";

    // The map stays small, because only a few different headers are read.
    private static final Map<String, Metadata.Key<String>> KEYS = new ConcurrentHashMap<>();

    private IncomingMetadata() {}

    /** Returns all values of a key; {@code null} if the key is absent. */
    static @Nullable List<String> values(Metadata metadata, String name) {
        Iterable<String> values = name.equals(TIMEOUT) ? null : metadata.getAll(key(name));
        if (values == null) {
            return null;
        }
        List<String> all = new ArrayList<>(1);
        values.forEach(all::add);
        return all;
    }

    private static Metadata.Key<String> key(String name) {
        return KEYS.computeIfAbsent(name, header -> Metadata.Key.of(header, Metadata.ASCII_STRING_MARSHALLER));
    }
}
