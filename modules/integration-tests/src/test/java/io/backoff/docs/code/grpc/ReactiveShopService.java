package io.backoff.docs.code.grpc;

import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ReactorShopGrpc;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

abstract class ReactiveShopService extends ReactorShopGrpc.ShopImplBase {

    @Override
    public Mono<OrderReply> order(OrderRequest request) {
        return find(request.getItem())
                .publishOn(Schedulers.parallel())
                .flatMap(this::bake) // a guarded call, on another thread
                .contextCapture(); // the last operator
    }

    abstract Mono<String> find(String item);

    abstract Mono<OrderReply> bake(String item);
}
