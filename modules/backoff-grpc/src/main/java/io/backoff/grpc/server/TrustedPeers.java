package io.backoff.grpc.server;

import io.backoff.server.TrustedProxies;
import io.grpc.Attributes;
import io.grpc.Grpc;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The peers of a gRPC server whose metadata is trusted: those at a trusted address, and callers in the same process.
 * Other transports, such as Unix domain sockets, have no IP address and are not trusted.
 */
record TrustedPeers(TrustedProxies trusted) {

    // The class is recognized by its name, because the transport is an optional library.
    private static final String IN_PROCESS = "io.grpc.inprocess.";

    /** Whether the peer of a call is trusted, given the attributes of the call. */
    boolean contains(Attributes call) {
        SocketAddress address = call.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return address instanceof InetSocketAddress peer ? contains(peer) : isInProcess(address);
    }

    // A transport may return an unresolved address, which has a host as text, but no IP address.
    private boolean contains(InetSocketAddress peer) {
        InetAddress address = peer.getAddress();
        return address != null ? trusted.contains(address) : trusted.contains(peer.getHostString());
    }

    private static boolean isInProcess(@Nullable SocketAddress address) {
        return address != null && address.getClass().getName().startsWith(IN_PROCESS);
    }
}
