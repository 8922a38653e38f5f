package io.backoff.idempotency.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.embedded.RedisServer;

/** A real Redis. */
final class Redis implements AutoCloseable {

    private final RedisServer server;
    private final LettuceConnectionFactory connections;
    private final int port;

    Redis() {
        try {
            port = freePort();
            server = RedisServer.newRedisServer()
                    .port(port)
                    .setting("save \"\"")
                    .setting("bind 127.0.0.1")
                    .build();
            server.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        connections = new LettuceConnectionFactory("127.0.0.1", port);
        connections.start();
    }

    int port() {
        return port;
    }

    LettuceConnectionFactory connections() {
        return connections;
    }

    void stopServer() {
        try {
            server.stop();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        connections.destroy();
        stopServer();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
