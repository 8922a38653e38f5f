package io.backoff.grpc.client;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.backoff.Backoff;
import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ReactorShopGrpc;
import io.backoff.grpc.shop.ShopGrpc;
import io.grpc.Channel;
import io.grpc.StatusException;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Guarded methods that call a shop by each kind of stub. */
class Orders {

    private final Channel channel;

    Orders(Channel channel) {
        this.channel = channel;
    }

    @Backoff("shop")
    OrderReply blocking(String item) {
        return ShopGrpc.newBlockingStub(channel).order(request(item));
    }

    @Backoff("shop")
    OrderReply checked(String item) throws StatusException {
        try {
            return ShopGrpc.newBlockingV2Stub(channel).order(request(item));
        } catch (StatusException failure) {
            throw failure;
        }
    }

    @Backoff("shop")
    OrderReply withDeadline(String item, long millis) {
        return ShopGrpc.newBlockingStub(channel)
                .withDeadlineAfter(millis, TimeUnit.MILLISECONDS)
                .order(request(item));
    }

    @Backoff("shop")
    ListenableFuture<OrderReply> future(String item) {
        return ShopGrpc.newFutureStub(channel).order(request(item));
    }

    @Backoff(value = "shop", fallback = "none", retryOnResult = "#result.text == 'again'")
    ListenableFuture<OrderReply> futureOrNone(String item) {
        return future(item);
    }

    ListenableFuture<OrderReply> none(String item) {
        return Futures.immediateFuture(OrderReply.newBuilder().setText("none").build());
    }

    @Backoff("shop")
    <T> ListenableFuture<T> ready(ListenableFuture<T> reply) {
        return reply;
    }

    @Backoff("shop")
    CompletableFuture<OrderReply> converted(String item) {
        CompletableFuture<OrderReply> reply = new CompletableFuture<>();
        Futures.addCallback(
                ShopGrpc.newFutureStub(channel).order(request(item)),
                new FutureCallback<>() {
                    @Override
                    public void onSuccess(OrderReply value) {
                        reply.complete(value);
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        reply.completeExceptionally(failure);
                    }
                },
                Runnable::run);
        return reply;
    }

    @Backoff("shop")
    Mono<OrderReply> mono(String item) {
        return ReactorShopGrpc.newReactorStub(channel).order(request(item));
    }

    @Backoff("shop")
    Flux<OrderReply> flux(String item) {
        return ReactorShopGrpc.newReactorStub(channel).track(request(item));
    }

    @Backoff("shop")
    OrderReply firstOfStream(String item) {
        Iterator<OrderReply> replies = ShopGrpc.newBlockingStub(channel).track(request(item));
        return replies.next();
    }

    static OrderRequest request(String item) {
        return OrderRequest.newBuilder().setItem(item).build();
    }

    /** Ways to place an order. */
    enum Way {
        BLOCKING {
            @Override
            String order(Orders orders, String item) {
                return orders.blocking(item).getText();
            }
        },
        BLOCKING_CHECKED {
            @Override
            String order(Orders orders, String item) throws Exception {
                return orders.checked(item).getText();
            }
        },
        FUTURE {
            @Override
            String order(Orders orders, String item) throws Exception {
                return orders.future(item).get(10, TimeUnit.SECONDS).getText();
            }
        },
        CONVERTED {
            @Override
            String order(Orders orders, String item) throws Exception {
                return orders.converted(item).get(10, TimeUnit.SECONDS).getText();
            }
        },
        MONO {
            @Override
            String order(Orders orders, String item) {
                return orders.mono(item).block().getText();
            }
        },
        FLUX {
            @Override
            String order(Orders orders, String item) {
                return orders.flux(item).blockFirst().getText();
            }
        },
        STREAM {
            @Override
            String order(Orders orders, String item) {
                return orders.firstOfStream(item).getText();
            }
        };

        abstract String order(Orders orders, String item) throws Exception;
    }
}
