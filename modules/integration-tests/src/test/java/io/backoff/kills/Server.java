package io.backoff.kills;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A broker or a store that can be killed, and started again with what it has stored. */
interface Server extends AutoCloseable {

    int port();

    /**
     * Starts the server, and waits until it can be used.
     *
     * @param visiblePort where clients reach it
     */
    void start(int visiblePort) throws Exception;

    /** Kills all its processes like {@code kill -9}. The kernel keeps what was written to it. */
    void kill();

    /** Its process. */
    ServerProcess process();

    @Override
    default void close() {
        kill();
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
