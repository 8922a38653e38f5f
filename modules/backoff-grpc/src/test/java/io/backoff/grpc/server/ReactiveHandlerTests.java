package io.backoff.grpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ReactorShopGrpc;
import io.backoff.reactor.BackoffReactor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Handlers of reactor-grpc. */
class ReactiveHandlerTests extends GrpcServerContract {

    ReactiveHandlerTests() {
        super(Application.class);
    }

    @Test
    void aReactiveCallEndsTheRetriesOfTheCaller() {
        assertNoRetry(server().order("reactive"), Status.Code.UNKNOWN);
        assertThat(server().bottom()).hasValue(3);
    }

    @Test
    void aReactiveCallInARetriedCallMakesOneAttempt() {
        assertThat(server().order("reactive", "grpc-previous-rpc-attempts", "1").pushback())
                .isEmpty();
        assertThat(server().bottom()).hasValue(1);
    }

    @Test
    void theScopeFollowsACapturedContextToOtherThreads() {
        assertThat(server().order("elsewhere", "grpc-previous-rpc-attempts", "1")
                        .pushback())
                .isEmpty();
        assertThat(server().bottom()).hasValue(1);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(ShopBeans.class)
    static class Application {

        @Bean
        ReactorShopGrpc.ShopImplBase shop(ShopWork work, BackoffReactor reactor, AtomicInteger bottom) {
            return new Shop(work, reactor, bottom);
        }
    }

    private static final class Shop extends ReactorShopGrpc.ShopImplBase {

        private final ShopWork work;
        private final BackoffReactor reactor;
        private final AtomicInteger bottom;

        Shop(ShopWork work, BackoffReactor reactor, AtomicInteger bottom) {
            this.work = work;
            this.reactor = reactor;
            this.bottom = bottom;
        }

        @Override
        public Mono<OrderReply> order(OrderRequest request) {
            return text(request.getItem())
                    .map(text -> OrderReply.newBuilder().setText(text).build());
        }

        @Override
        public Flux<OrderReply> track(OrderRequest request) {
            return order(request).flux();
        }

        @Override
        public Mono<OrderReply> fill(Flux<OrderRequest> requests) {
            return haggle(requests).last();
        }

        @Override
        public Flux<OrderReply> haggle(Flux<OrderRequest> requests) {
            return requests.concatMap(this::order);
        }

        private Mono<String> text(String item) {
            return switch (item) {
                case "reactive" -> guarded();
                case "elsewhere" ->
                    Mono.just(item)
                            .publishOn(Schedulers.single())
                            .then(guarded())
                            .contextCapture();
                default -> Mono.fromCallable(() -> work.of(item));
            };
        }

        private Mono<String> guarded() {
            return reactor.call(
                    "inner",
                    () -> Mono.fromRunnable(bottom::incrementAndGet)
                            .then(Mono.error(() -> new IllegalStateException("as always"))));
        }
    }
}
