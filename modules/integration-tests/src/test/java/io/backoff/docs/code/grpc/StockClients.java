package io.backoff.docs.code.grpc;

import com.example.stock.StockGrpc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.grpc.client.GrpcChannelFactory;

/** gRPC: the stub that guarded methods call. */
@Configuration(proxyBeanMethods = false)
class StockClients {

    @Bean
    StockGrpc.StockBlockingStub stock(GrpcChannelFactory channels) {
        return StockGrpc.newBlockingStub(channels.createChannel("stock"));
    }
}
