package io.backoff.docs.code.grpc;

import com.example.stock.Item;
import com.example.stock.Reservation;
import com.example.stock.StockGrpc;
import io.backoff.Backoff;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.stereotype.Service;

@Service
class StockService {

    private final StockGrpc.StockBlockingStub stock;

    StockService(GrpcChannelFactory channels) {
        stock = StockGrpc.newBlockingStub(channels.createChannel("stock"));
    }

    @Backoff("stock")
    Reservation reserve(String name) {
        return stock.reserve(Item.newBuilder().setName(name).build());
    }
}
