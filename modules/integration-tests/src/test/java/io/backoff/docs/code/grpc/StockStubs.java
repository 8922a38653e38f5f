package io.backoff.docs.code.grpc;

import com.example.stock.Item;
import com.example.stock.Level;
import com.example.stock.ReactorStockGrpc;
import com.example.stock.Reservation;
import com.example.stock.StockGrpc;
import com.google.common.util.concurrent.ListenableFuture;
import io.backoff.Backoff;
import io.grpc.Channel;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** gRPC: the other kinds of stubs. */
class StockStubs {

    private final StockGrpc.StockFutureStub futures;
    private final ReactorStockGrpc.ReactorStockStub reactive;
    private final StockGrpc.StockBlockingStub blocking;

    StockStubs(Channel channel) {
        futures = StockGrpc.newFutureStub(channel);
        reactive = ReactorStockGrpc.newReactorStub(channel);
        blocking = StockGrpc.newBlockingStub(channel);
    }

    @Backoff("stock")
    ListenableFuture<Reservation> reserveLater(Item item) {
        return futures.reserve(item);
    }

    @Backoff("stock")
    Mono<Reservation> reserveReactively(Item item) {
        return reactive.reserve(item);
    }

    @Backoff("stock")
    Flux<Level> watch(Item item) {
        return reactive.watch(item);
    }

    @Backoff("stock")
    List<Level> levels(Item item) {
        List<Level> levels = new ArrayList<>();
        blocking.watch(item).forEachRemaining(levels::add);
        return levels;
    }
}
