package io.backoff.kills;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy before a server, which can cut all connections. */
final class Proxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    Proxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Resets each connection in the middle of what it is doing. */
    void cut() {
        open.forEach(Proxy::reset);
    }

    private void accept() {
        try {
            while (true) {
                connect(listening.accept());
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        open.add(client);
        open.add(server);
        start(() -> {
            try {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                start(() -> pump(server, client));
                pump(client, server);
            } catch (IOException refused) {
                end(client, server);
            }
        });
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[16_384];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                out.write(bytes, 0, read);
            }
        } catch (IOException cut) {
            // Ends both directions.
        } finally {
            end(from, to);
        }
    }

    private void end(Socket one, Socket other) {
        reset(one);
        reset(other);
        open.remove(one);
        open.remove(other);
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException closed) {
            // It is closed already.
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
