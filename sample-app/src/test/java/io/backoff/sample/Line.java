package io.backoff.sample;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A TCP proxy that can fall silent or be cut. */
final class Line implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ServerSocket entrance;
    private final int target;

    private volatile CountDownLatch flowing = new CountDownLatch(0);
    private volatile boolean cut;

    Line(int target) {
        this.target = target;
        try {
            entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        threads.execute(this::accept);
    }

    String url() {
        return "http://localhost:" + entrance.getLocalPort();
    }

    /** Keeps all connections open but carries nothing, until it is restored. */
    void silence() {
        flowing = new CountDownLatch(1);
    }

    /** Closes all connections, new ones too, until it is restored. */
    void cut() {
        cut = true;
        sockets.forEach(Line::end);
    }

    void restore() {
        cut = false;
        flowing.countDown();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = entrance.accept();
                if (cut) {
                    end(client);
                } else {
                    connect(client, new Socket(InetAddress.getLoopbackAddress(), target));
                }
            }
        } catch (IOException closed) {
            threads.shutdown();
        }
    }

    private void connect(Socket client, Socket server) {
        sockets.add(client);
        sockets.add(server);
        threads.execute(() -> copy(client, server));
        threads.execute(() -> copy(server, client));
    }

    private void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] some = new byte[8192];
            for (int length = in.read(some); length >= 0; length = in.read(some)) {
                flowing.await();
                out.write(some, 0, length);
            }
        } catch (IOException | InterruptedException ended) {
            return;
        }
    }

    @Override
    public void close() {
        cut();
        end(entrance);
        threads.shutdownNow();
    }

    private static void end(Closeable socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
