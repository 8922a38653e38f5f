package io.backoff.grpc.server;

import io.backoff.grpc.shop.OrderRequest;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;

/**
 * Requests of a stream, handled one by one.
 *
 * @param end runs after the last
 */
record Requests(Consumer<OrderRequest> handler, Runnable end) implements StreamObserver<OrderRequest> {

    @Override
    public void onNext(OrderRequest request) {
        handler.accept(request);
    }

    @Override
    public void onError(Throwable gone) {}

    @Override
    public void onCompleted() {
        end.run();
    }
}
