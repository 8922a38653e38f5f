package io.backoff.grpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.context.BackoffContextAutoConfiguration;
import io.backoff.engine.BackoffListener;
import io.backoff.grpc.client.FakeShop.Transport;
import io.backoff.grpc.client.Orders.Way;
import io.backoff.text.CauseChain;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.grpc.client.GlobalClientInterceptor;
import reactor.core.publisher.Hooks;

/** All attempts of a call are made in the gRPC context of its caller, on whatever thread they begin. */
@Timeout(60)
class ForwardedContextTests {

    private static final Context.Key<String> TOKEN = Context.key("token");
    private static final FakeShop SHOP = FakeShop.start(Transport.IN_PROCESS);

    private final ApplicationContextRunner client = ShopClient.of(SHOP)
            .withConfiguration(AutoConfigurations.of(BackoffContextAutoConfiguration.class))
            .withUserConfiguration(Forwarding.class)
            .withPropertyValues("backoff.policies.shop.delay=1ms");

    @BeforeEach
    void reset() {
        SHOP.reset();
    }

    @AfterEach
    void disable() {
        Hooks.disableAutomaticContextPropagation();
    }

    @AfterAll
    static void close() {
        SHOP.close();
    }

    static Stream<Arguments> waysAndPropagation() {
        return Stream.of(Way.values()).flatMap(way -> Stream.of(Arguments.of(way, false), Arguments.of(way, true)));
    }

    @ParameterizedTest(name = "{0}, automatic propagation: {1}")
    @MethodSource("waysAndPropagation")
    void everyAttemptFindsTheValuesOfTheCaller(Way way, boolean automatic) {
        propagate(automatic);
        failTwice();
        client.run(application -> {
            Orders orders = ShopClient.orders(application);
            assertThat(withToken(() -> way.order(orders, "tea"))).isEqualTo("tea");
            assertThat(tokens()).containsExactly("secret", "secret", "secret");
        });
    }

    /** Unlike {@code block()}, this subscriber has a Reactor context without the gRPC context. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyAttemptOfAPublisherFindsTheValuesOfTheSubscriber(boolean automatic) {
        propagate(automatic);
        failTwice();
        client.run(application -> {
            Orders orders = ShopClient.orders(application);
            withToken(() -> orders.mono("tea").toFuture()).get(20, TimeUnit.SECONDS);
            assertThat(tokens()).containsExactly("secret", "secret", "secret");
        });
    }

    @Test
    void attemptsOfACallerWithoutValuesFindNone() {
        client.run(application -> {
            Orders orders = ShopClient.orders(application);
            failTwice();
            withToken(() -> Way.FUTURE.order(orders, "tea"));
            SHOP.reset();
            failTwice();
            Way.FUTURE.order(orders, "tea");
            assertThat(tokens()).containsExactly("none", "none", "none");
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"FUTURE", "CONVERTED", "MONO", "FLUX"})
    void noAttemptReachesTheServerAfterTheIncomingCallWasCancelled(Way way) {
        CancellableContext incoming = Context.current().withCancellation();
        failTwice();
        client.withBean(BackoffListener.class, () -> decision -> incoming.cancel(null))
                .run(application -> {
                    Orders orders = ShopClient.orders(application);
                    Throwable thrown = catchThrowable(() -> incoming.call(() -> way.order(orders, "tea")));
                    assertThat(Status.fromThrowable(CauseChain.unwrap(thrown)).getCode())
                            .isEqualTo(Status.Code.CANCELLED);
                    assertThat(SHOP.calls).hasSize(1);
                });
    }

    private static void propagate(boolean automatic) {
        if (automatic) {
            Hooks.enableAutomaticContextPropagation();
        }
    }

    private static void failTwice() {
        SHOP.failNext(2, Status.UNAVAILABLE.asRuntimeException());
    }

    private static <T> T withToken(Callable<T> call) throws Exception {
        return Context.current().withValue(TOKEN, "secret").call(call);
    }

    private static List<String> tokens() {
        return SHOP.calls.stream()
                .map(call -> call.headers().get(TokenInterceptor.HEADER))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    static class Forwarding {

        @Bean
        @GlobalClientInterceptor
        TokenInterceptor tokens() {
            return new TokenInterceptor();
        }
    }

    /** Forwards the token of the current gRPC context. */
    private static final class TokenInterceptor implements ClientInterceptor {

        static final Metadata.Key<String> HEADER = Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

        @Override
        public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                @Override
                public void start(Listener<R> listener, Metadata headers) {
                    String token = TOKEN.get();
                    headers.put(HEADER, token == null ? "none" : token);
                    super.start(listener, headers);
                }
            };
        }
    }
}
