package io.backoff.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** A TCP proxy that cuts its first connection when the response comes, before any of it has arrived. */
final class LossyLine implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean cut = new AtomicBoolean();
    private final ServerSocket entrance;
    private volatile int target;

    LossyLine() {
        try {
            entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        threads.execute(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    void connectTo(int port) {
        target = port;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = entrance.accept();
                threads.execute(() -> connect(client));
            }
        } catch (IOException closed) {
            threads.shutdown();
        }
    }

    private void connect(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            threads.execute(() -> copy(client, server));
            InputStream response = server.getInputStream();
            int first = response.read();
            if (cut.compareAndSet(false, true)) {
                client.setSoLinger(true, 0); // sends a reset, as when the process dies
            } else if (first >= 0) {
                client.getOutputStream().write(first);
                response.transferTo(client.getOutputStream());
            }
        } catch (IOException gone) {
            return;
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            OutputStream out = to.getOutputStream();
            from.getInputStream().transferTo(out);
        } catch (IOException gone) {
            return;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            entrance.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
