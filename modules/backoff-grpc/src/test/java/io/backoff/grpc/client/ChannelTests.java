package io.backoff.grpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.grpc.GrpcKeys;
import io.backoff.grpc.client.FakeShop.Transport;
import io.backoff.grpc.client.Orders.Way;
import io.backoff.grpc.shop.ReactorShopGrpc;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.reactor.BackoffReactor;
import io.backoff.test.FakeTime;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.grpc.client.GrpcChannelBuilderCustomizer;
import org.springframework.grpc.client.GrpcChannelFactory;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What channels of Spring Boot's factory send, and what they leave to policies. */
class ChannelTests {

    private static final FakeShop SHOP = FakeShop.start(Transport.NETTY);

    private static final Map<String, Object> RETRIES = Map.of(
            "maxAttempts",
            4.0,
            "initialBackoff",
            "0.001s",
            "maxBackoff",
            "0.001s",
            "backoffMultiplier",
            1.0,
            "retryableStatusCodes",
            List.of("UNAVAILABLE"));
    private static final Map<String, Object> HEDGING =
            Map.of("maxAttempts", 4.0, "hedgingDelay", "0.001s", "nonFatalStatusCodes", List.of("UNAVAILABLE"));

    @BeforeEach
    void reset() {
        SHOP.reset();
    }

    @AfterAll
    static void close() {
        SHOP.close();
    }

    @Test
    void aCallThatNoneGuardsSendsNothing() {
        client().run(application -> {
            stub(application).order(Orders.request("tea"));
            assertThat(SHOP.previousAttempts()).containsExactly("");
        });
    }

    @Test
    void aFirstAttemptWithinARetryOfACallerSaysSo() {
        client().run(application -> {
            new ServedRetry(2).run(() -> {
                stub(application).order(Orders.request("tea"));
                ShopClient.orders(application).blocking("tea");
            });
            assertThat(SHOP.previousAttempts()).containsExactly("2", "2");
        });
    }

    @Test
    void aKeyOfTheApplicationStays() {
        Metadata own = new Metadata();
        own.put(GrpcKeys.PREVIOUS_ATTEMPTS, "9");
        client().run(application -> {
            new ServedRetry(2)
                    .run(() -> stub(application)
                            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(own))
                            .order(Orders.request("tea")));
            assertThat(SHOP.previousAttempts()).containsExactly("9");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff.http.client.enabled=false", "backoff.http.client.attempt-header=never"})
    void metadataIsOmittedOnRequest(String setting) {
        SHOP.failNext(1, unavailable());
        client().withPropertyValues(setting).run(application -> {
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(SHOP.previousAttempts()).containsExactly("", "");
        });
    }

    @Test
    void firstAttemptsSendNothingEvenIfHeadersAlwaysDo() {
        client().withPropertyValues("backoff.http.client.attempt-header=always").run(application -> {
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(SHOP.previousAttempts()).containsExactly("");
        });
    }

    @Test
    void stubsOnOtherThreadsNeedContextPropagation() {
        SHOP.failNext(1, unavailable());
        client().run(application -> {
            assertThat(onOtherThread(application)).isEqualTo("tea");
            assertThat(SHOP.previousAttempts()).containsExactly("", "");
            Hooks.enableAutomaticContextPropagation();
            try {
                SHOP.reset();
                SHOP.failNext(1, unavailable());
                assertThat(onOtherThread(application)).isEqualTo("tea");
                assertThat(SHOP.previousAttempts()).containsExactly("", "1");
            } finally {
                Hooks.disableAutomaticContextPropagation();
            }
        });
    }

    private static String onOtherThread(ApplicationContext application) {
        var stub = ReactorShopGrpc.newReactorStub(channel(application));
        return application
                .getBean(BackoffReactor.class)
                .call(
                        "shop",
                        () -> Mono.just("tea")
                                .publishOn(Schedulers.parallel())
                                .flatMap(item -> stub.order(Orders.request(item))))
                .block()
                .getText();
    }

    @ParameterizedTest
    @CsvSource({"retryPolicy, true, 1", "retryPolicy, false, 4", "hedgingPolicy, true, 1", "hedgingPolicy, false, 4"})
    void retriesOfChannelsAreDisabled(String policy, boolean disabled, int calls) {
        SHOP.failNext(4, unavailable());
        GrpcChannelBuilderCustomizer<NettyChannelBuilder> configured =
                (target, builder) -> builder.defaultServiceConfig(Map.of(
                        "methodConfig",
                        List.of(Map.of(
                                "name", List.of(Map.of()), policy, policy.equals("retryPolicy") ? RETRIES : HEDGING))));
        client().withPropertyValues("backoff.http.client.disable-client-retries=" + disabled)
                .withBean(GrpcChannelBuilderCustomizer.class, () -> configured)
                .run(application -> {
                    assertThat(catchThrowable(() -> stub(application).order(Orders.request("tea"))))
                            .isInstanceOf(StatusRuntimeException.class);
                    assertThat(SHOP.calls).hasSize(calls);
                });
    }

    @Test
    void retriesOfTheServiceConfigAreDisabled() {
        SHOP.failNext(3, unavailable());
        client().withPropertyValues(
                        "spring.grpc.client.channel.default.target=" + SHOP.target(),
                        "spring.grpc.client.channel.default.service-config.method[0].name[0].service=io.backoff.shop.Shop",
                        "spring.grpc.client.channel.default.service-config.method[0].retry-policy.max-attempts=4",
                        "spring.grpc.client.channel.default.service-config.method[0].retry-policy.initial-backoff=1ms",
                        "spring.grpc.client.channel.default.service-config.method[0].retry-policy.max-backoff=1ms",
                        "spring.grpc.client.channel.default.service-config.method[0].retry-policy.backoff-multiplier=1",
                        "spring.grpc.client.channel.default.service-config.method[0].retry-policy.retryable-status-codes=UNAVAILABLE",
                        "shop.target=default")
                .run(application -> {
                    assertThat(catchThrowable(() -> Way.BLOCKING.order(ShopClient.orders(application), "tea")))
                            .isInstanceOf(StatusRuntimeException.class);
                    assertThat(SHOP.previousAttempts()).containsExactly("", "1", "2");
                });
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void everyTransportLeavesRetriesToPolicies(Transport transport) {
        try (FakeShop shop = FakeShop.start(transport)) {
            shop.failNext(3, unavailable());
            ShopClient.of(shop).withBean(FakeTime.class).run(application -> {
                assertThat(catchThrowable(() -> Way.BLOCKING.order(ShopClient.orders(application), "tea")))
                        .isInstanceOf(StatusRuntimeException.class);
                assertThat(shop.previousAttempts()).containsExactly("", "1", "2");
            });
        }
    }

    private static ApplicationContextRunner client() {
        return ShopClient.of(SHOP).withBean(FakeTime.class);
    }

    private static Channel channel(ApplicationContext application) {
        return application.getBean(GrpcChannelFactory.class).createChannel(SHOP.target());
    }

    private static ShopGrpc.ShopBlockingStub stub(ApplicationContext application) {
        return ShopGrpc.newBlockingStub(channel(application));
    }

    private static StatusRuntimeException unavailable() {
        return Status.UNAVAILABLE.asRuntimeException();
    }
}
