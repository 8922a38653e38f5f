package io.backoff.docs.code.grpc;

import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.http.OverloadedException;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import org.springframework.grpc.server.service.GrpcService;

@GrpcService
class ShopService extends ShopGrpc.ShopImplBase {

    private final BlockingQueue<OrderRequest> kitchen;

    ShopService(BlockingQueue<OrderRequest> kitchen) {
        this.kitchen = kitchen;
    }

    @Override
    public void order(OrderRequest request, StreamObserver<OrderReply> replies) {
        if (!kitchen.offer(request)) {
            throw new OverloadedException("kitchen full", Duration.ofSeconds(2)); // not earlier
        }
        replies.onNext(OrderReply.newBuilder().setText("accepted").build());
        replies.onCompleted();
    }
}
