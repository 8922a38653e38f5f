package io.backoff.grpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.grpc.client.FakeShop.Transport;
import io.backoff.grpc.client.Orders.Way;
import io.backoff.grpc.shop.ReactorShopGrpc;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.policy.Outcome;
import io.backoff.reactor.BackoffReactor;
import io.backoff.text.CauseChain;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.grpc.client.GrpcChannelFactory;

/** Calls end with the time of their scope, on the real clock, which gRPC uses. */
class ScopeDeadlineTests {

    private static final FakeShop SHOP = FakeShop.start(Transport.NETTY);

    @BeforeEach
    void reset() {
        SHOP.reset();
    }

    @AfterAll
    static void close() {
        SHOP.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "BLOCKING_CHECKED", "FUTURE", "CONVERTED", "MONO"})
    void aLostCallEndsWithMaxElapsed(Way way) {
        client("max-elapsed=300ms").run(application -> {
            Throwable thrown = catchThrowable(() -> way.order(ShopClient.orders(application), FakeShop.LOST));
            // Asynchronous attempts have a timer of their own, which may be first.
            assertThat(CauseChain.any(thrown, TimeoutException.class::isInstance))
                    .isTrue();
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.ELAPSED);
            // On a slow machine, the time may be over before the server sees the call.
            assertThat(SHOP.calls)
                    .allSatisfy(call -> assertThat(call.deadline()).isNotNull());
        });
    }

    @Test
    void theCallerOfABlockingStubGetsTheExceptionOfTheStub() {
        client("max-elapsed=300ms", "max-attempts=1").run(application -> {
            Throwable thrown =
                    catchThrowable(() -> ShopClient.orders(application).blocking(FakeShop.LOST));
            assertThat(thrown)
                    .isExactlyInstanceOf(StatusRuntimeException.class)
                    .hasMessageStartingWith("DEADLINE_EXCEEDED")
                    .cause()
                    .hasMessageStartingWith("No response within the remaining time of the call, ");
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.ELAPSED);
        });
    }

    @Test
    void anEarlierDeadlineOfTheApplicationStays() {
        client("max-elapsed=30s").run(application -> {
            Throwable thrown =
                    catchThrowable(() -> ShopClient.orders(application).withDeadline(FakeShop.LOST, 50));
            assertThat(thrown).hasMessageStartingWith("DEADLINE_EXCEEDED").hasNoCause();
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void aLaterDeadlineOfTheApplicationIsCut() {
        client("max-elapsed=300ms").run(application -> {
            catchThrowable(() -> ShopClient.orders(application).withDeadline(FakeShop.LOST, 60_000));
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.ELAPSED);
        });
    }

    @Test
    void aListedDeadlineIsRetriedUnderTimeout() {
        client("max-elapsed=30s", "retry-on-grpc-status=DEADLINE_EXCEEDED").run(application -> {
            catchThrowable(() -> ShopClient.orders(application).withDeadline(FakeShop.LOST, 20));
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.EXHAUSTED);
        });
    }

    @Test
    void anEarlierDeadlineOfTheContextStays() throws Exception {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            client("max-elapsed=30s")
                    .run(application -> Context.current()
                            .withDeadlineAfter(50, TimeUnit.MILLISECONDS, timer)
                            .run(() -> assertThat(catchThrowable(
                                            () -> ShopClient.orders(application).blocking(FakeShop.LOST)))
                                    .hasMessageStartingWith("DEADLINE_EXCEEDED")));
        } finally {
            timer.shutdownNow();
        }
    }

    @Test
    void anAttemptTimeoutIsFollowedByAnotherAttempt() {
        client().withPropertyValues(
                        "backoff.policies.timed.attempt-timeout=100ms",
                        "backoff.policies.timed.max-attempts=2",
                        "backoff.policies.timed.delay=1ms")
                .run(application -> {
                    var stub = ReactorShopGrpc.newReactorStub(channel(application));
                    var call = application
                            .getBean(BackoffReactor.class)
                            .call("timed", () -> stub.order(Orders.request(FakeShop.LOST)));
                    assertThat(catchThrowable(call::block)).isNotNull();
                    assertThat(SHOP.previousAttempts()).isSubsetOf("", "1");
                    assertThat(application.getBean(CallStatisticsRegistry.class).counts("timed"))
                            .containsOnlyKeys(Outcome.EXHAUSTED);
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"FLUX", "STREAM"})
    void streamsHaveNoDeadline(Way way) {
        client("max-elapsed=30s").run(application -> {
            way.order(ShopClient.orders(application), "tea");
            assertThat(SHOP.calls)
                    .singleElement()
                    .satisfies(call -> assertThat(call.deadline()).isNull());
        });
    }

    @Test
    void withoutALimitThereIsNoDeadline() {
        client("max-elapsed=0").run(application -> {
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(SHOP.calls)
                    .singleElement()
                    .satisfies(call -> assertThat(call.deadline()).isNull());
        });
    }

    @Test
    void aCallWithoutTimeLeftDoesNotReachTheServer() {
        client().run(application -> {
            var stub = ShopGrpc.newBlockingStub(channel(application));
            ServedRetry.withTimeLeft(Duration.ZERO)
                    .run(() -> assertThat(catchThrowable(() -> stub.order(Orders.request("tea"))))
                            .hasMessageStartingWith("DEADLINE_EXCEEDED"));
            assertThat(SHOP.calls).isEmpty();
        });
    }

    @Test
    void everyAttemptEndsWithinMaxElapsed() {
        client("max-elapsed=30s").run(application -> {
            SHOP.failNext(1, Status.UNAVAILABLE.asRuntimeException());
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(SHOP.calls)
                    .hasSize(2)
                    .allSatisfy(call -> assertThat(call.deadline().timeRemaining(TimeUnit.SECONDS))
                            .isBetween(1L, 30L));
        });
    }

    private static Channel channel(ApplicationContext application) {
        return application.getBean(GrpcChannelFactory.class).createChannel(SHOP.target());
    }

    private static ApplicationContextRunner client(String... settings) {
        ApplicationContextRunner client = ShopClient.of(SHOP)
                .withPropertyValues("backoff.policies.shop.delay=1ms", "backoff.policies.shop.throttled-delay=1ms");
        for (String each : settings) {
            client = client.withPropertyValues("backoff.policies.shop." + each);
        }
        return client;
    }
}
