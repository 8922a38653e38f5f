package io.backoff.sample.shop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import org.springframework.util.StopWatch;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Places many orders, a few at a time. */
@Component
class OrderBatch {

    private static final int CONCURRENCY = 8;

    private final Payments payments;
    private final RestClient provider;
    private final Executor executor;

    OrderBatch(Payments payments, @Lazy RestClient provider, Executor applicationTaskExecutor) {
        this.payments = payments;
        this.provider = provider;
        this.executor = applicationTaskExecutor;
    }

    BatchSummary place(int count) {
        AtomicInteger left = new AtomicInteger(count);
        AtomicInteger placed = new AtomicInteger();
        long before = providerRequests();
        StopWatch watch = new StopWatch();
        watch.start();
        inParallel(() -> {
            while (left.getAndDecrement() > 0) {
                if (isPaid(Order.Request.EXAMPLE.toOrder())) {
                    placed.incrementAndGet();
                }
            }
        });
        watch.stop();
        return new BatchSummary(
                placed.get(), count - placed.get(), watch.getTotalTimeMillis(), providerRequests() - before);
    }

    private void inParallel(Runnable worker) {
        CompletableFuture<?>[] workers = Stream.generate(() -> CompletableFuture.runAsync(worker, executor))
                .limit(CONCURRENCY)
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(workers).join();
    }

    private boolean isPaid(Order order) {
        try {
            payments.charge(order);
            return true;
        } catch (RestClientException notPaid) {
            return false;
        }
    }

    private long providerRequests() {
        Requests response = provider.get().uri("/requests").retrieve().body(Requests.class);
        return response == null ? 0 : response.requests();
    }

    private record Requests(long requests) {}
}
