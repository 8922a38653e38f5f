package io.backoff.grpc.server;

import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.backoff.test.FakeTime;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import org.springframework.util.StringUtils;

/** A real gRPC server on a port of its own, and plain gRPC clients for it, which retry nothing. */
final class ShopServer implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final ManagedChannel channel;

    private ShopServer(ConfigurableApplicationContext context) {
        this.context = context;
        this.channel = Grpc.newChannelBuilder("127.0.0.1:" + port(), InsecureChannelCredentials.create())
                .disableRetry()
                .build();
    }

    static ShopServer start(WebApplicationType type, Class<?> application, String... properties) {
        String[] common = {
            "server.port=0",
            "spring.grpc.server.port=0",
            "spring.grpc.server.shutdown.grace-period=0",
            "logging.level.io.backoff.server=off",
            "backoff.http.server.trusted=127.0.0.1",
            "backoff.policies.inner.max-attempts=3",
            "backoff.policies.inner.max-elapsed=1d",
            "backoff.policies.inner.budget=none",
            "backoff.budgets.none-left.ratio=0",
            "backoff.budgets.none-left.min-per-second=0",
            "backoff.budgets.none-left.burst=0",
            "backoff.policies.poor.budget=none-left"
        };
        return new ShopServer(new SpringApplicationBuilder(application)
                .web(type)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(StringUtils.concatenateStringArrays(common, properties))
                .run());
    }

    int port() {
        return context.getBean("nettyGrpcServerLifecycle", GrpcServerLifecycle.class)
                .getPort();
    }

    int httpPort() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    Channel channel() {
        return channel;
    }

    /** How often the guarded operation at the bottom was called. */
    AtomicInteger bottom() {
        return bean(AtomicInteger.class);
    }

    /** Resets the window and the number of calls. */
    void forget() {
        bean(FakeTime.class).advance(Duration.ofMinutes(1));
        bottom().set(0);
    }

    Reply order(String item, String... metadata) {
        return call(channel, ShopGrpc.getOrderMethod(), item, CallOptions.DEFAULT, metadata(metadata));
    }

    void order(int times, String item, String... metadata) {
        for (int i = 0; i < times; i++) {
            order(item, metadata);
        }
    }

    /** Makes a call from an address that is not trusted. */
    Reply orderAsStranger(String item, String... metadata) {
        ManagedChannel stranger = NettyChannelBuilder.forAddress("127.0.0.1", port())
                .usePlaintext()
                .disableRetry()
                .localSocketPicker(new NettyChannelBuilder.LocalSocketPicker() {
                    @Override
                    public InetSocketAddress createSocketAddress(
                            java.net.SocketAddress remote, io.grpc.Attributes attributes) {
                        return new InetSocketAddress("127.0.0.2", 0);
                    }
                })
                .build();
        try {
            return call(stranger, ShopGrpc.getOrderMethod(), item, CallOptions.DEFAULT, metadata(metadata));
        } finally {
            stranger.shutdownNow();
        }
    }

    /** Makes a call of any kind, with one request. */
    static Reply call(
            Channel channel,
            MethodDescriptor<OrderRequest, OrderReply> method,
            String item,
            CallOptions options,
            Metadata metadata) {
        ClientCall<OrderRequest, OrderReply> call = channel.newCall(method, options);
        CompletableFuture<Reply> end = new CompletableFuture<>();
        List<String> texts = new ArrayList<>();
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(OrderReply reply) {
                        texts.add(reply.getText());
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        end.complete(new Reply(String.join(" ", texts), status, trailers));
                    }
                },
                metadata);
        call.request(Integer.MAX_VALUE);
        call.sendMessage(OrderRequest.newBuilder().setItem(item).build());
        call.halfClose();
        return end.join();
    }

    static Metadata metadata(String... entries) {
        Metadata metadata = new Metadata();
        for (int i = 0; i < entries.length; i += 2) {
            metadata.put(Metadata.Key.of(entries[i], Metadata.ASCII_STRING_MARSHALLER), entries[i + 1]);
        }
        return metadata;
    }

    double requests(String retries) {
        return count("backoff.server.requests", "retries", retries);
    }

    /** Returns the number of requests of any attempt. */
    double requests() {
        return IntStream.of(0, 1, 2)
                        .mapToDouble(retries -> requests("" + retries))
                        .sum()
                + requests("3+");
    }

    double malformed() {
        return count("backoff.server.malformed");
    }

    private double count(String meter, String... tags) {
        return bean(MeterRegistry.class).get(meter).tags(tags).functionCounter().count();
    }

    double rejections(String verdict) {
        return bean(MeterRegistry.class)
                .get("backoff.server.rejections")
                .tag("verdict", verdict)
                .counter()
                .count();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        context.close();
    }

    /** The end of a call, as its caller sees it. */
    record Reply(String text, Status status, Metadata trailers) {

        Status.Code code() {
            return status.getCode();
        }

        /** All values of the pushback trailer: empty if there is none. */
        List<String> pushback() {
            Iterable<String> values = trailers.getAll(ShopWork.PUSHBACK);
            List<String> all = new ArrayList<>();
            if (values != null) {
                values.forEach(all::add);
            }
            return all;
        }

        /** The only value of the pushback trailer. */
        int millis() {
            List<String> all = pushback();
            if (all.size() != 1) {
                throw new AssertionError("pushback " + all + " with " + status);
            }
            return Integer.parseInt(all.get(0));
        }
    }
}
