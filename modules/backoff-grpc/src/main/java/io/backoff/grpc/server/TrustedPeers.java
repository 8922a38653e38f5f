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
 * Other transports, such as Unix domain sockets, have no address and are not trusted.
 */
record TrustedPeers(TrustedProxies trusted) {

    // By name, because the transport is an optional library.
    private static final String IN_PROCESS = "io.grpc.inprocess.";

    /** Whether a peer is trusted, given the attributes of its call. */
    boolean contains(Attributes call) {
        SocketAddress address = call.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return address instanceof InetSocketAddress peer ? contains(peer) : isInProcess(address);
    }

    // A transport may yield an unresolved address, of which only the text is available.
    private boolean contains(InetSocketAddress peer) {
        InetAddress address = peer.getAddress();
        return address != null ? trusted.contains(address) : trusted.contains(peer.getHostString());
    }

    private static boolean isInProcess(@Nullable SocketAddress address) {
        return address != null && address.getClass().getName().startsWith(IN_PROCESS);
    }
}
