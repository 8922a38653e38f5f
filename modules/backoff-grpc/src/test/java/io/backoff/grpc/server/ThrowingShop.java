package io.backoff.grpc.server;

import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.grpc.stub.StreamObserver;

/** A service whose handlers throw. */
final class ThrowingShop extends ShopGrpc.ShopImplBase {

    private final ShopWork work;

    ThrowingShop(ShopWork work) {
        this.work = work;
    }

    @Override
    public void order(OrderRequest request, StreamObserver<OrderReply> replies) {
        reply(request.getItem(), replies);
        replies.onCompleted();
    }

    @Override
    public void track(OrderRequest request, StreamObserver<OrderReply> replies) {
        order(request, replies);
    }

    @Override
    public StreamObserver<OrderRequest> fill(StreamObserver<OrderReply> replies) {
        return new Requests(request -> reply(request.getItem(), replies), replies::onCompleted);
    }

    @Override
    public StreamObserver<OrderRequest> haggle(StreamObserver<OrderReply> replies) {
        return fill(replies);
    }

    private void reply(String item, StreamObserver<OrderReply> replies) {
        replies.onNext(OrderReply.newBuilder().setText(work(item)).build());
    }

    private String work(String item) {
        try {
            return work.of(item);
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
