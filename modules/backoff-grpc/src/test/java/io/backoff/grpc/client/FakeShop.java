package io.backoff.grpc.client;

import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A server that fails as tests configure it, and records its calls. */
final class FakeShop extends ShopGrpc.ShopImplBase implements ServerInterceptor, AutoCloseable {

    /** An item whose order is never answered. */
    static final String LOST = "lost";

    /** An item whose tracking fails after its first reply. */
    static final String BROKEN = "broken";

    final Queue<StatusRuntimeException> failures = new ConcurrentLinkedQueue<>();
    final List<Call> calls = new CopyOnWriteArrayList<>();
    final CountDownLatch cancelled = new CountDownLatch(1);
    private final Server server;
    private final String target;

    private FakeShop(Transport transport) throws IOException {
        String name = UUID.randomUUID().toString();
        ServerBuilder<?> builder = transport == Transport.NETTY
                ? NettyServerBuilder.forPort(0)
                : InProcessServerBuilder.forName(name).directExecutor();
        server = builder.addService(this).intercept(this).build().start();
        target = transport == Transport.NETTY ? "static://localhost:" + server.getPort() : "in-process:" + name;
    }

    static FakeShop start(Transport transport) {
        try {
            return new FakeShop(transport);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    String target() {
        return target;
    }

    /** Forgets everything. */
    void reset() {
        failures.clear();
        calls.clear();
    }

    void failNext(int times, StatusRuntimeException failure) {
        for (int i = 0; i < times; i++) {
            failures.add(failure);
        }
    }

    List<String> previousAttempts() {
        return calls.stream().map(Call::previousAttempts).toList();
    }

    @Override
    public void order(OrderRequest request, StreamObserver<OrderReply> replies) {
        if (request.getItem().equals(LOST)) {
            ((ServerCallStreamObserver<OrderReply>) replies).setOnCancelHandler(cancelled::countDown);
        } else if (!fails(replies)) {
            answer(request, replies);
        }
    }

    @Override
    public void track(OrderRequest request, StreamObserver<OrderReply> replies) {
        if (request.getItem().equals(BROKEN)) {
            replies.onNext(OrderReply.newBuilder().setText("first").build());
        }
        if (!fails(replies)) {
            answer(request, replies);
        }
    }

    private boolean fails(StreamObserver<OrderReply> replies) {
        StatusRuntimeException failure = failures.poll();
        if (failure != null) {
            replies.onError(failure);
        }
        return failure != null;
    }

    private static void answer(OrderRequest request, StreamObserver<OrderReply> replies) {
        replies.onNext(OrderReply.newBuilder().setText(request.getItem()).build());
        replies.onCompleted();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        calls.add(new Call(headers, Context.current().getDeadline()));
        return next.startCall(call, headers);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    enum Transport {
        NETTY,
        IN_PROCESS
    }

    /**
     * A call that arrived.
     *
     * @param deadline {@code null} if there is none
     */
    record Call(Metadata headers, Deadline deadline) {

        String previousAttempts() {
            Iterable<String> values =
                    headers.getAll(Metadata.Key.of("grpc-previous-rpc-attempts", Metadata.ASCII_STRING_MARSHALLER));
            return values == null ? "" : String.join(" ", values);
        }
    }
}
