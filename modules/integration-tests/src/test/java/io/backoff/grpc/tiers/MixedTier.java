package io.backoff.grpc.tiers;

import io.backoff.Backoff;
import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.testkit.EnableLightApplication;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** An application that is called over HTTP or gRPC, and calls the next over either. */
@Configuration(proxyBeanMethods = false)
@EnableLightApplication(exclude = DataSourceAutoConfiguration.class)
@Import({MixedTier.Calls.class, MixedTier.Page.class, MixedTier.Shop.class})
class MixedTier {

    static class Calls {

        private final RestClient http;
        private final GrpcChannelFactory channels;
        private final AtomicInteger made = new AtomicInteger();
        private volatile Next next = task -> task;

        Calls(RestClient.Builder http, GrpcChannelFactory channels) {
            this.http = http.build();
            this.channels = channels;
        }

        void toHttp(String url) {
            next = task -> http.post().uri(url + "/" + task).retrieve().body(String.class);
        }

        void toGrpc(int port) {
            ShopGrpc.ShopBlockingStub shop =
                    ShopGrpc.newBlockingStub(channels.createChannel("static://127.0.0.1:" + port));
            next = task ->
                    shop.order(OrderRequest.newBuilder().setItem(task).build()).getText();
        }

        /** How often this tier has called the next one. */
        AtomicInteger made() {
            return made;
        }

        @Backoff
        String charge(String task) {
            return ask(task);
        }

        @Backoff("unbounded")
        String chargeWithoutBudget(String task) {
            return ask(task);
        }

        String ask(String task) {
            made.incrementAndGet();
            return next.call(task);
        }

        private interface Next {

            String call(String task);
        }
    }

    @RestController
    static class Page {

        private final Calls calls;

        Page(Calls calls) {
            this.calls = calls;
        }

        @PostMapping("/{task}")
        ResponseEntity<String> serve(@PathVariable String task) {
            if (!task.equals("hide")) {
                return ResponseEntity.ok(task.equals("pass-on") ? calls.ask("charge") : calls.charge(task));
            }
            try {
                return ResponseEntity.ok(calls.chargeWithoutBudget(task));
            } catch (RuntimeException hidden) {
                return ResponseEntity.internalServerError().body("something went wrong");
            }
        }
    }

    static class Shop extends ShopGrpc.ShopImplBase {

        private final Calls calls;

        Shop(Calls calls) {
            this.calls = calls;
        }

        @Override
        public void order(OrderRequest request, StreamObserver<OrderReply> replies) {
            replies.onNext(
                    OrderReply.newBuilder().setText(serve(request.getItem())).build());
            replies.onCompleted();
        }

        private String serve(String task) {
            if (!task.equals("hide")) {
                return task.equals("pass-on") ? calls.ask("charge") : calls.charge(task);
            }
            try {
                return calls.chargeWithoutBudget(task);
            } catch (RuntimeException hidden) {
                // A status that callers retry by default, unless the trailers forbid it.
                throw Status.ABORTED.withDescription("something went wrong").asRuntimeException();
            }
        }
    }
}
