package io.backoff.grpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.grpc.server.ShopServer.Reply;
import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.http.OverloadedException;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Handlers that pass their result or failure to the observer of the replies, on another thread. */
class ObserverHandlerTests extends GrpcServerContract {

    ObserverHandlerTests() {
        super(Application.class);
    }

    @Test
    void trailersOfTheApplicationAreKept() {
        Reply reply = server().order("shared-trailers");
        assertThat(reply.trailers().get(ShopWork.OWN)).isEqualTo("shared");
        // The advice is added to a copy: the next call with the same trailers has one value, too.
        assertThat(server().order("shared-trailers").pushback()).hasSize(1);
    }

    @Test
    void aRepeatedPushbackForbidsARetry() {
        double before = server().rejections("no_retry");
        assertNoRetry(server().order("own-twice"), Status.Code.UNAVAILABLE);
        assertThat(server().rejections("no_retry")).isEqualTo(before + 1);
    }

    @Test
    void aFailureThatIsThrownTooCountsOnce() {
        double before = server().rejections("retryable");
        assertThat(server().order("overloaded-twice").pushback()).hasSize(1);
        assertThat(server().rejections("retryable")).isEqualTo(before + 1);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(ShopBeans.class)
    static class Application {

        @Bean(destroyMethod = "shutdownNow", defaultCandidate = false)
        ExecutorService another() {
            return Executors.newSingleThreadExecutor();
        }

        @Bean
        ShopGrpc.ShopImplBase shop(ShopWork work, @Qualifier("another") ExecutorService another) {
            return new Shop(work, another);
        }
    }

    private static final class Shop extends ShopGrpc.ShopImplBase {

        private final ShopWork work;
        private final ExecutorService another;

        Shop(ShopWork work, ExecutorService another) {
            this.work = work;
            this.another = another;
        }

        @Override
        public void order(OrderRequest request, StreamObserver<OrderReply> replies) {
            if (request.getItem().equals("overloaded-twice")) {
                OverloadedException failure = new OverloadedException("a secret");
                replies.onError(failure);
                throw failure;
            }
            try {
                String text = work.of(request.getItem());
                another.execute(() -> {
                    replies.onNext(OrderReply.newBuilder().setText(text).build());
                    replies.onCompleted();
                });
            } catch (Exception failure) {
                another.execute(() -> replies.onError(failure));
            }
        }

        @Override
        public void track(OrderRequest request, StreamObserver<OrderReply> replies) {
            order(request, replies);
        }

        @Override
        public StreamObserver<OrderRequest> fill(StreamObserver<OrderReply> replies) {
            return new Requests(request -> order(request, replies), () -> {});
        }

        @Override
        public StreamObserver<OrderRequest> haggle(StreamObserver<OrderReply> replies) {
            return fill(replies);
        }
    }
}
