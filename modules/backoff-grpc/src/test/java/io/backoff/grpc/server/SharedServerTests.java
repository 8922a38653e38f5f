package io.backoff.grpc.server;

import static io.backoff.grpc.server.GrpcServerContract.assertNoRetry;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.grpc.server.ShopServer.Reply;
import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.http.IncomingAttempt;
import io.backoff.http.OverloadedException;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that serves HTTP and gRPC, and gRPC in its own process, too. */
@Timeout(60)
class SharedServerTests {

    private static final String ATTEMPTS = "grpc-previous-rpc-attempts";
    private static final String NAME = "shared-server-" + UUID.randomUUID();

    private static ShopServer server;
    private static ManagedChannel inProcess;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        server = ShopServer.start(
                WebApplicationType.SERVLET,
                Application.class,
                "spring.grpc.server.inprocess.name=" + NAME,
                "spring.grpc.server.inbound.metadata.max-size=64KB",
                "logging.level.io.grpc=error");
        inProcess = InProcessChannelBuilder.forName(NAME).build();
    }

    @AfterAll
    static void stop() {
        inProcess.shutdownNow();
        server.close();
    }

    @BeforeEach
    void forget() {
        server.forget();
    }

    @Test
    void retriesOfGrpcCountForHttp() throws Exception {
        server.order(94, "ok");
        server.order(5, "ok", ATTEMPTS, "1");
        assertThat(get("/overloaded").headers().allValues("Retry-Pushback-Ms")).containsExactly("-1");
    }

    @Test
    void retriesOfHttpCountForGrpc() throws Exception {
        for (int i = 0; i < 94; i++) {
            get("/ok");
        }
        for (int i = 0; i < 5; i++) {
            get("/ok", "Retry-Attempt", "1");
        }
        assertNoRetry(server.order("overloaded"), Status.Code.UNAVAILABLE);
    }

    @Test
    void rejectionsOfBothAreAddedUp() throws Exception {
        server.order(50, "ok");
        server.order(25, "unavailable");
        for (int i = 0; i < 24; i++) {
            get("/overloaded");
        }
        assertNoRetry(server.order("overloaded"), Status.Code.UNAVAILABLE);
    }

    @Test
    void concurrentCallsAreCountedExactly() throws InterruptedException {
        double requests = server.requests();
        double retryable = server.rejections("retryable");
        double forbidden = server.rejections("no_retry");
        AtomicInteger never = new AtomicInteger();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            callers.add(new Thread(() -> {
                for (int call = 0; call < 50; call++) {
                    never.addAndGet(server.order("overloaded").millis() < 0 ? 1 : 0);
                }
            }));
        }
        callers.forEach(Thread::start);
        for (Thread each : callers) {
            each.join();
        }
        assertThat(server.requests()).isEqualTo(requests + 400);
        assertThat(server.rejections("no_retry")).isEqualTo(forbidden + never.get());
        assertThat(server.rejections("retryable")).isEqualTo(retryable + 400 - never.get());
        // All requests from the 100th on, and up to eight that other threads sent at the same time.
        assertThat(never.get()).isBetween(300, 308);
    }

    @Test
    void callersInTheSameProcessAreTrusted() {
        double retries = server.requests("1");
        assertThat(call(inProcess, "ok", ShopServer.metadata(ATTEMPTS, "1")).text())
                .isEqualTo("fine");
        assertThat(server.requests("1")).isEqualTo(retries + 1);
    }

    @Test
    void readsTheMetadataOfProxiesToo() {
        double retries = server.requests("2");
        server.order("ok", "x-envoy-attempt-count", "3");
        server.order("ok", "amz-sdk-request", "attempt=3; max=5");
        server.order("ok", ATTEMPTS, "2", "retry-attempt", "1;max=3");
        assertThat(server.requests("2")).isEqualTo(retries + 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"16", "99999", "999999999999999"})
    void clampsLargeCounts(String count) {
        double retries = server.requests("3+");
        server.order("ok", ATTEMPTS, count);
        assertThat(server.requests("3+")).isEqualTo(retries + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "one", "", "1;max=3", "9999999999999999"})
    void whatIsMalformedIsAbsentAndCounted(String count) {
        double first = server.requests("0");
        double malformed = server.malformed();
        assertThat(server.order("ok", ATTEMPTS, count).text()).isEqualTo("fine");
        assertThat(server.requests("0")).isEqualTo(first + 1);
        assertThat(server.malformed()).isEqualTo(malformed + 1);
    }

    @Test
    void whatIsRepeatedIsMalformed() {
        double malformed = server.malformed();
        assertThat(server.order("ok", ATTEMPTS, "1", ATTEMPTS, "1").text()).isEqualTo("fine");
        assertThat(server.malformed()).isEqualTo(malformed + 1);
    }

    @Test
    void theServicesOfGrpcItselfAreLeftAlone() {
        double requests = server.requests();
        double rejections = server.rejections("retryable");
        Reply reply = ShopServer.call(
                server.channel(), Health.CHECK, "any", CallOptions.DEFAULT, ShopServer.metadata(ATTEMPTS, "1"));
        assertThat(reply.code()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(reply.pushback()).isEmpty();
        assertThat(server.requests()).isEqualTo(requests);
        assertThat(server.rejections("retryable")).isEqualTo(rejections);
    }

    /** Sends what the keys of attempts and deadlines may hold, and what they may not. */
    @Test
    void metadataOfAnyKindIsServed() {
        Random random = new Random(4711);
        for (int i = 0; i < 400; i++) {
            double requests = server.requests();
            double malformed = server.malformed();
            Map<String, List<String>> values = new HashMap<>();
            Metadata metadata = hostile(random, values);
            IncomingAttempt expected = IncomingAttempt.of(values::get);

            Reply reply = call(random.nextBoolean() ? inProcess : server.channel(), "ok", metadata);

            assertThat(reply.code())
                    .as("%s", values)
                    .isEqualTo(expected.isExpired() ? Status.Code.DEADLINE_EXCEEDED : Status.Code.OK);
            assertThat(server.requests()).isEqualTo(requests + 1);
            assertThat(server.malformed()).as("%s", values).isEqualTo(malformed + expected.malformed());
        }
    }

    private static Metadata hostile(Random random, Map<String, List<String>> values) {
        String[] names = {
            ATTEMPTS, "Retry-Attempt", "x-envoy-attempt-count", "amz-sdk-request", "x-envoy-expected-rq-timeout-ms"
        };
        Metadata metadata = new Metadata();
        for (int i = random.nextInt(6); i > 0; i--) {
            String name = names[random.nextInt(names.length)];
            String value = text(random);
            metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
            values.computeIfAbsent(name, each -> new ArrayList<>()).add(value);
            byte[] bytes = new byte[random.nextInt(8_192)];
            random.nextBytes(bytes);
            metadata.put(Metadata.Key.of(name + "-bin", Metadata.BINARY_BYTE_MARSHALLER), bytes);
        }
        return metadata;
    }

    private static String text(Random random) {
        int length = random.nextInt(10) == 0 ? random.nextInt(8_192) : random.nextInt(20);
        String alphabet = random.nextBoolean() ? "0123456789" : "0123456789;=-+. ,\"maxtlep~";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        // Transports drop what surrounds a value.
        return text.toString().strip();
    }

    private static Reply call(Channel channel, String item, Metadata metadata) {
        return ShopServer.call(channel, ShopGrpc.getOrderMethod(), item, CallOptions.DEFAULT, metadata);
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.httpPort() + path));
        return http.send((headers.length > 0 ? request.headers(headers) : request).build(), BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({ShopBeans.class, Page.class, Health.class})
    static class Application {

        @Bean
        ShopGrpc.ShopImplBase shop(ShopWork work) {
            return new ThrowingShop(work);
        }
    }

    @RestController
    static class Page {

        @GetMapping("/ok")
        String ok() {
            return "fine";
        }

        @GetMapping("/overloaded")
        String overloaded() {
            throw new OverloadedException();
        }
    }

    /** Stands for the health checks of grpc-services. */
    static class Health implements BindableService {

        static final MethodDescriptor<OrderRequest, OrderReply> CHECK = ShopGrpc.getOrderMethod().toBuilder()
                .setFullMethodName("grpc.health.v1.Health/Check")
                .setSchemaDescriptor(null)
                .build();

        @Override
        public ServerServiceDefinition bindService() {
            return ServerServiceDefinition.builder("grpc.health.v1.Health")
                    .addMethod(
                            CHECK,
                            ServerCalls.asyncUnaryCall(
                                    (request, replies) -> replies.onError(Status.UNAVAILABLE.asRuntimeException())))
                    .build();
        }
    }
}
