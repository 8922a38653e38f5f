package io.backoff.grpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.backoff.grpc.client.FakeShop.Transport;
import io.backoff.grpc.shop.OrderReply;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods that return the future of a stub. */
class ListenableFutureTests {

    private static final FakeShop SHOP = FakeShop.start(Transport.IN_PROCESS);

    @BeforeEach
    void reset() {
        SHOP.reset();
    }

    @AfterAll
    static void close() {
        SHOP.close();
    }

    @Test
    void cancellationReachesTheServer() {
        // On the real clock: in fake time, the timeout of the attempt is due at once.
        ShopClient.of(SHOP).run(application -> {
            ListenableFuture<OrderReply> reply = ShopClient.orders(application).future(FakeShop.LOST);

            assertThat(reply.isDone()).isFalse();
            assertThat(reply.cancel(true)).isTrue();
            assertThat(reply.isCancelled()).isTrue();
            assertThatThrownBy(reply::get).isInstanceOf(CancellationException.class);
            assertThat(SHOP.cancelled.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.ABORTED);
        });
    }

    @Test
    void aSuccessIsKeptOnAnInterruptedThread() {
        client().run(application -> {
            Thread.currentThread().interrupt();
            try {
                SettableFuture<String> done = SettableFuture.create();
                done.set("tea");
                ListenableFuture<String> reply = ShopClient.orders(application).ready(done);
                assertThat(Futures.getDone(reply)).isEqualTo("tea");
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            } finally {
                Thread.interrupted();
            }
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.SUCCESS);
        });
    }

    @Test
    void fallbacksReturnTheSameType() {
        SHOP.failNext(3, Status.UNAVAILABLE.asRuntimeException());
        client().run(application -> assertThat(
                        ShopClient.orders(application).futureOrNone("tea").get().getText())
                .isEqualTo("none"));
    }

    @Test
    void resultsAreJudged() {
        client().run(application -> {
            assertThat(ShopClient.orders(application)
                            .futureOrNone("again")
                            .get()
                            .getText())
                    .isEqualTo("none");
            assertThat(SHOP.calls).hasSize(3);
        });
    }

    @Test
    void listenersRunWhenTheCallEnds() {
        SHOP.failNext(3, Status.UNAVAILABLE.asRuntimeException());
        client().run(application -> {
            CountDownLatch ended = new CountDownLatch(1);
            ListenableFuture<OrderReply> reply = ShopClient.orders(application).future("tea");
            reply.addListener(ended::countDown, Runnable::run);

            assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> Futures.getDone(reply)).cause().isExactlyInstanceOf(StatusRuntimeException.class);
        });
    }

    private static ApplicationContextRunner client() {
        return ShopClient.of(SHOP).withBean(FakeTime.class);
    }
}
