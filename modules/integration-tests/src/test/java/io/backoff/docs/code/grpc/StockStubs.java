package io.backoff.docs.code.grpc;

import com.example.stock.Item;
import com.example.stock.Level;
import com.example.stock.StockGrpc;
import io.backoff.Backoff;
import io.grpc.Channel;
import java.util.ArrayList;
import java.util.List;

/** gRPC: a stream that is collected in a list. */
class StockStubs {

    private final StockGrpc.StockBlockingStub blocking;

    StockStubs(Channel channel) {
        blocking = StockGrpc.newBlockingStub(channel);
    }

    @Backoff("stock")
    List<Level> levels(Item item) {
        List<Level> levels = new ArrayList<>();
        blocking.watch(item).forEachRemaining(levels::add);
        return levels;
    }
}
