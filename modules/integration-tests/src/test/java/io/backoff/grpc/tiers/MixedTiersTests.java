package io.backoff.grpc.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.WebApplication;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/**
 * The number of requests that reach the bank behind three applications, for one request of a user, where the
 * applications call one another over HTTP and gRPC in turn. Each makes at most three attempts.
 */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
class MixedTiersTests {

    private final FakeTime time = new FakeTime();
    private final AtomicInteger bankRequests = new AtomicInteger();
    private HttpServer bank;
    private WebApplication gateway;
    private WebApplication orders;
    private WebApplication payments;
    private ManagedChannel user;

    @BeforeAll
    void start() throws IOException {
        bank = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        bank.createContext("/", exchange -> {
            bankRequests.incrementAndGet();
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        bank.start();
        payments = tier();
        orders = tier();
        gateway = tier();
        user = Grpc.newChannelBuilder("127.0.0.1:" + grpcPort(gateway), InsecureChannelCredentials.create())
                .disableRetry()
                .build();
    }

    private WebApplication tier() {
        return new WebApplication(
                WebApplicationType.SERVLET,
                MixedTier.class,
                context -> context.registerBean(FakeTime.class, () -> time),
                "spring.grpc.server.port=0",
                "spring.grpc.server.shutdown.grace-period=0",
                "backoff.policies.unbounded.budget=none");
    }

    @AfterAll
    void stop() {
        user.shutdownNow();
        tiers().forEach(WebApplication::close);
        bank.stop(0);
    }

    @BeforeEach
    void forget() {
        tiers().forEach(tier -> {
            calls(tier).made().set(0);
            tier.bean(BackoffPolicies.class).get("default").budget().refill();
        });
        bankRequests.set(0);
        calls(payments).toHttp("http://127.0.0.1:" + bank.getAddress().getPort());
    }

    @ParameterizedTest
    @EnumSource
    void togetherTheyMakeTheAttemptsOfOne(Way way) {
        assertThat(ask(way, "charge", 0)).isEqualTo(way == Way.HTTP_GRPC_HTTP ? "503 -1" : "UNAVAILABLE -1");
        assertThat(made()).containsExactly(1, 1, 3);
        assertThat(bankRequests).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void aRetryOfTheUserIsOneAttemptEverywhere(Way way) {
        ask(way, "charge", 1);
        assertThat(made()).containsExactly(1, 1, 1);
        assertThat(bankRequests).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void alsoBehindATierThatRetriesNothing(Way way) {
        ask(way, "pass-on", 1);
        assertThat(made()).containsExactly(1, 1, 1);
    }

    /** Each tier sends a response of its own, so that only requests carry retries. */
    @ParameterizedTest
    @EnumSource
    void chainStopReachesTheLastTier(Way way) {
        assertThat(ask(way, "hide", 0)).isEqualTo(way == Way.HTTP_GRPC_HTTP ? "500 null" : "ABORTED null");
        // 3 for the first request of the gateway and of orders; 1 for each that is a retry, or part of one.
        assertThat(made()).containsExactly(3, 5, 7);
        assertThat(bankRequests).hasValue(7);
    }

    @Test
    void budgetsLeaveLittleMoreThanOneRequestEach() {
        int users = 60;
        for (int i = 0; i < users; i++) {
            ask(i % 2 == 0 ? Way.HTTP_GRPC_HTTP : Way.GRPC_HTTP_GRPC, "charge", 0);
        }
        assertThat(made().subList(0, 2)).containsExactly(users, users);
        assertThat(bankRequests.get()).isBetween(users + 20, users + 22);
    }

    /** Sends a request of the user; returns the status and the pushback. */
    private String ask(Way way, String task, int previous) {
        if (way == Way.HTTP_GRPC_HTTP) {
            calls(gateway).toGrpc(grpcPort(orders));
            calls(orders).toHttp(payments.url());
            return askHttp(task, previous);
        }
        calls(gateway).toHttp(orders.url());
        calls(orders).toGrpc(grpcPort(payments));
        return askGrpc(task, previous);
    }

    private String askHttp(String task, int previous) {
        String[] headers = previous == 0 ? new String[0] : new String[] {"Retry-Attempt", "" + previous};
        HttpResponse<String> response =
                gateway.send(gateway.request("/" + task, headers).POST(BodyPublishers.noBody()));
        return response.statusCode() + " "
                + response.headers().firstValue("Retry-Pushback-Ms").orElse(null);
    }

    private String askGrpc(String task, int previous) {
        Metadata metadata = new Metadata();
        if (previous > 0) {
            metadata.put(key("grpc-previous-rpc-attempts"), "" + previous);
        }
        try {
            return ShopGrpc.newBlockingStub(user)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
                    .order(OrderRequest.newBuilder().setItem(task).build())
                    .getText();
        } catch (StatusRuntimeException failure) {
            return failure.getStatus().getCode() + " "
                    + Status.trailersFromThrowable(failure).get(key("grpc-retry-pushback-ms"));
        }
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    private List<Integer> made() {
        return tiers().map(tier -> calls(tier).made().get()).toList();
    }

    private Stream<WebApplication> tiers() {
        return Stream.of(gateway, orders, payments);
    }

    private static MixedTier.Calls calls(WebApplication tier) {
        return tier.bean(MixedTier.Calls.class);
    }

    private static int grpcPort(WebApplication tier) {
        return tier.bean(GrpcServerLifecycle.class).getPort();
    }

    private enum Way {
        HTTP_GRPC_HTTP,
        GRPC_HTTP_GRPC
    }
}
