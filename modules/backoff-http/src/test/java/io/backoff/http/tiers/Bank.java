package io.backoff.http.tiers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** The failing service that the last tier calls, which does not use the library. */
final class Bank implements AutoCloseable {

    private final AtomicInteger requests = new AtomicInteger();
    private final ServerSocket server;
    // Bound but not listening: the port refuses connections, and no other process can take it.
    private final Socket deaf = new Socket();
    private volatile Trouble trouble = Trouble.ANSWERS_503;
    private volatile Runnable listener = () -> {};

    Bank() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Thread thread = new Thread(this::serve, "bank");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts this kind of trouble, and returns the URL of the bank. */
    String in(Trouble kind) {
        trouble = kind;
        requests.set(0);
        listener = () -> {};
        int port = kind == Trouble.REFUSES_CONNECTIONS ? deaf.getLocalPort() : server.getLocalPort();
        return "http://127.0.0.1:" + port;
    }

    /** Returns the number of requests received. */
    int requests() {
        return requests.get();
    }

    /** Runs this for each request, before the response, until the next trouble starts. */
    void onRequest(Runnable action) {
        listener = action;
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket caller = server.accept()) {
                answer(caller);
            } catch (IOException gone) {
                continue;
            }
        }
    }

    private void answer(Socket caller) throws IOException {
        BufferedReader request =
                new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII));
        String line = request.readLine();
        if (line == null) {
            return;
        }
        while (line != null && !line.isEmpty()) {
            line = request.readLine();
        }
        requests.incrementAndGet();
        listener.run();
        if (trouble == Trouble.RESETS_CONNECTIONS) {
            caller.setSoLinger(true, 0);
        } else {
            caller.getOutputStream()
                    .write("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        deaf.close();
    }

    enum Trouble {
        ANSWERS_503,
        RESETS_CONNECTIONS,
        REFUSES_CONNECTIONS
    }
}
