package io.backoff.grpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.backoff.grpc.GrpcKeys;
import io.backoff.grpc.client.FakeShop.Transport;
import io.backoff.grpc.client.Orders.Way;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.backoff.text.CauseChain;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Failures of a gRPC server, from the exceptions of stubs to the attempts that the server sees. */
class GrpcRetryTests {

    private static final Map<Transport, FakeShop> SHOPS = new EnumMap<>(Transport.class);

    private FakeShop shop = shop(Transport.IN_PROCESS);

    @BeforeEach
    void reset() {
        SHOPS.values().forEach(FakeShop::reset);
    }

    @AfterAll
    static void close() {
        SHOPS.values().forEach(FakeShop::close);
        SHOPS.clear();
    }

    static Stream<Arguments> waysAndTransports() {
        return Stream.of(Way.values())
                .flatMap(way -> Stream.of(Transport.values()).map(transport -> Arguments.of(way, transport)));
    }

    @ParameterizedTest
    @MethodSource("waysAndTransports")
    void everyKindOfStubRecovers(Way way, Transport transport) {
        shop = shop(transport);
        shop.failNext(2, failure(Status.UNAVAILABLE));
        client().run(application -> {
            assertThat(way.order(ShopClient.orders(application), "tea")).isEqualTo("tea");
            assertThat(shop.previousAttempts()).containsExactly("", "1", "2");
            assertThat(ShopClient.outcomes(application)).containsOnly(Map.entry(Outcome.RECOVERED, 1L));
            assertThat(application.getBean(FakeTime.class).waits()).containsExactly(seconds(2), seconds(2));
        });
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void everyKindOfStubGetsTheFailureOfTheLastAttempt(Way way) {
        shop.failNext(3, failure(Status.UNAVAILABLE.withDescription("closed")));
        client().run(application -> {
            Throwable thrown = catchThrowable(() -> way.order(ShopClient.orders(application), "tea"));
            Throwable failure = CauseChain.unwrap(thrown);
            assertThat(failure).isInstanceOfAny(StatusRuntimeException.class, StatusException.class);
            assertThat(failure).hasMessage("UNAVAILABLE: closed").hasNoCause();
            assertThat(shop.calls).hasSize(3);
        });
    }

    @ParameterizedTest
    @EnumSource(value = Status.Code.class, mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void theStatusDecides(Status.Code code) {
        boolean retried = List.of(Status.Code.UNAVAILABLE, Status.Code.RESOURCE_EXHAUSTED, Status.Code.ABORTED)
                .contains(code);
        shop.failNext(3, failure(code.toStatus()));
        client().run(application -> {
            fail(application);
            assertThat(shop.calls).hasSize(retried ? 3 : 1);
            assertThat(ShopClient.outcomes(application))
                    .containsOnlyKeys(retried ? Outcome.EXHAUSTED : Outcome.NOT_RETRYABLE);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "retry-on-grpc-status=not-found, 3",
        "'retry-on-grpc-status=Not_Found,UNKNOWN', 3",
        "retry-on-grpc-status=unknown, 1",
        "retry-on-grpc-status=, 1",
        "retry-on=io.grpc.StatusRuntimeException, 3"
    })
    void aStatusThatTheConfigurationNamesIsStrongerThanAGroup(String setting, int calls) {
        shop.failNext(3, failure(Status.NOT_FOUND));
        client().withPropertyValues("backoff.policies.shop." + setting).run(application -> {
            fail(application);
            assertThat(shop.calls).hasSize(calls);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "abort-on=transient, retry-on=java.lang.Exception, 1",
        "abort-on=transient, preset=google-cloud, 1",
        "abort-on=transient, retry-on-grpc-status=UNAVAILABLE, 3",
        "abort-on=io.grpc.StatusRuntimeException, retry-on-grpc-status=UNAVAILABLE, 1",
        "retry-on=java.io.IOException, abort-on=permanent, 1"
    })
    void classesInAbortOnAreStronger(String first, String second, int calls) {
        shop.failNext(3, failure(Status.UNAVAILABLE));
        client().withPropertyValues("backoff.policies.shop." + first, "backoff.policies.shop." + second)
                .run(application -> {
                    fail(application);
                    assertThat(shop.calls).hasSize(calls);
                });
    }

    @ParameterizedTest(name = "grpc-retry-pushback-ms: {0}")
    @CsvSource({"7000, 7", "0, 3", "1000, 3", "2147483647, 3600"})
    void aPushbackIsAHintOfAnOverloadedServer(String value, long expected) {
        shop.failNext(1, failure(Status.UNAVAILABLE, pushback(value)));
        client().withPropertyValues("backoff.policies.shop.max-elapsed=2h").run(application -> {
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(application.getBean(FakeTime.class).waits()).containsExactly(seconds(expected));
        });
    }

    @ParameterizedTest(name = "grpc-retry-pushback-ms: {0}")
    @CsvSource({"-1", "soon", "''", "1.5", "99999999999", "'7,7'"})
    void aPushbackThatIsNegativeOrMalformedForbidsRetries(String value) {
        shop.failNext(3, failure(Status.UNAVAILABLE, pushback(value)));
        client().run(application -> {
            fail(application);
            assertThat(shop.calls).hasSize(1);
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.OVERLOADED);
        });
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aRepeatedPushbackForbidsRetries(Way way) {
        Metadata trailers = pushback("7");
        trailers.put(GrpcKeys.PUSHBACK, "7");
        shop.failNext(3, failure(Status.UNAVAILABLE, trailers));
        client().run(application -> {
            assertThat(catchThrowable(() -> way.order(ShopClient.orders(application), "tea")))
                    .isNotNull();
            assertThat(shop.calls).hasSize(1);
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.OVERLOADED);
        });
    }

    @ParameterizedTest(name = "RetryInfo: {0} s, {1} ns")
    @CsvSource({
        "7, 0, 7",
        "1, 999, 2",
        "0, 0, 2",
        "-7, 0, 2",
        "7, -1, 2",
        "3, 2147483647, 5",
        "9223372036854775807, 0, 3600"
    })
    void retryInfoIsAHint(long time, int nanos, long expected) {
        shop.failNext(1, failure(Status.UNAVAILABLE, retryInfo(time, nanos)));
        client().withPropertyValues("backoff.policies.shop.max-elapsed=2h").run(application -> {
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(application.getBean(FakeTime.class).waits().get(0).toSeconds())
                    .isEqualTo(expected);
        });
    }

    @Test
    void malformedDetailsAreIgnored() {
        Metadata trailers = new Metadata();
        trailers.put(GrpcKeys.DETAILS, new byte[] {1, 2, 3});
        shop.failNext(1, failure(Status.UNAVAILABLE, trailers));
        client().run(application -> {
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(application.getBean(FakeTime.class).waits()).containsExactly(seconds(2));
        });
    }

    @Test
    void hintsAreIgnoredOnRequest() {
        shop.failNext(1, failure(Status.UNAVAILABLE, retryInfo(7, 0)));
        shop.failNext(1, failure(Status.UNAVAILABLE, pushback("7000")));
        client().withPropertyValues("backoff.policies.shop.honor-retry-after=false")
                .run(application -> {
                    Way.BLOCKING.order(ShopClient.orders(application), "tea");
                    assertThat(application.getBean(FakeTime.class).waits()).containsExactly(seconds(2), seconds(3));
                });
    }

    @Test
    void aHintBeyondMaxElapsedEndsTheCallNow() {
        shop.failNext(3, failure(Status.UNAVAILABLE, retryInfo(60, 0)));
        client().run(application -> {
            fail(application);
            assertThat(shop.calls).hasSize(1);
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.ELAPSED);
        });
    }

    @Test
    void anExhaustedResourceAsksToSlowDown() {
        shop.failNext(1, failure(Status.RESOURCE_EXHAUSTED));
        client().run(application -> {
            Way.BLOCKING.order(ShopClient.orders(application), "tea");
            assertThat(application.getBean(FakeTime.class).waits()).containsExactly(seconds(3));
        });
    }

    @Test
    void aStreamIsNotRetriedAfterItsFirstReply() {
        shop.failNext(3, failure(Status.UNAVAILABLE));
        client().run(application -> {
            var failure = catchThrowableOfType(
                    StatusRuntimeException.class,
                    () -> ShopClient.orders(application)
                            .flux(FakeShop.BROKEN)
                            .collectList()
                            .block());
            assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(shop.calls).hasSize(1);
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void anAbsentServerIsRetried() {
        FakeShop closed = FakeShop.start(Transport.NETTY);
        closed.close();
        ShopClient.of(closed).withBean(FakeTime.class).run(application -> {
            fail(application);
            assertThat(ShopClient.outcomes(application)).containsOnlyKeys(Outcome.EXHAUSTED);
        });
    }

    private ApplicationContextRunner client() {
        return ShopClient.of(shop).withBean(FakeTime.class);
    }

    private static FakeShop shop(Transport transport) {
        return SHOPS.computeIfAbsent(transport, FakeShop::start);
    }

    private static void fail(ApplicationContext application) {
        assertThat(catchThrowable(() -> Way.BLOCKING.order(ShopClient.orders(application), "tea")))
                .isExactlyInstanceOf(StatusRuntimeException.class);
    }

    private static StatusRuntimeException failure(Status status) {
        return failure(status, new Metadata());
    }

    private static StatusRuntimeException failure(Status status, Metadata trailers) {
        return status.asRuntimeException(trailers);
    }

    private static Metadata pushback(String value) {
        Metadata trailers = new Metadata();
        trailers.put(GrpcKeys.PUSHBACK, value);
        return trailers;
    }

    private static Metadata retryInfo(long time, int nanos) {
        var info = RetryInfo.newBuilder()
                .setRetryDelay(Duration.newBuilder().setSeconds(time).setNanos(nanos));
        var status = com.google.rpc.Status.newBuilder()
                .setCode(14)
                .addDetails(Any.pack(ErrorInfo.getDefaultInstance()))
                .addDetails(Any.pack(info.build()));
        Metadata trailers = new Metadata();
        trailers.put(GrpcKeys.DETAILS, status.build().toByteArray());
        return trailers;
    }

    private static java.time.Duration seconds(long seconds) {
        return java.time.Duration.ofSeconds(seconds);
    }
}
