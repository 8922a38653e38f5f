package io.backoff.failure;

import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Membership;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status.Code;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The groups of the status codes of gRPC, whose server fails with the code that a request names. */
class GrpcFailureTests {

    private static final MethodDescriptor<String, String> METHOD = MethodDescriptor.newBuilder(new Text(), new Text())
            .setFullMethodName("Failures/fail")
            .setType(MethodType.UNARY)
            .build();

    private final ManagedChannel channel =
            InProcessChannelBuilder.forName("failures").directExecutor().build();
    private Server server;

    @BeforeEach
    void start() throws IOException {
        var service = ServerServiceDefinition.builder("Failures")
                .addMethod(METHOD, ServerCalls.asyncUnaryCall(GrpcFailureTests::fail))
                .build();
        server = InProcessServerBuilder.forName("failures")
                .directExecutor()
                .addService(service)
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "CANCELLED, NEITHER",
        "UNKNOWN, NEITHER",
        "INVALID_ARGUMENT, PERMANENT",
        "DEADLINE_EXCEEDED, NEITHER",
        "NOT_FOUND, PERMANENT",
        "ALREADY_EXISTS, PERMANENT",
        "PERMISSION_DENIED, PERMANENT",
        "RESOURCE_EXHAUSTED, TRANSIENT",
        "FAILED_PRECONDITION, PERMANENT",
        "ABORTED, TRANSIENT",
        "OUT_OF_RANGE, PERMANENT",
        "UNIMPLEMENTED, PERMANENT",
        "INTERNAL, NEITHER",
        "UNAVAILABLE, TRANSIENT",
        "DATA_LOSS, PERMANENT",
        "UNAUTHENTICATED, PERMANENT"
    })
    void eachCodeHasItsGroup(Code code, Membership group) {
        var blocking = Caught.exception(
                StatusRuntimeException.class,
                () -> ClientCalls.blockingUnaryCall(channel, METHOD, CallOptions.DEFAULT, code.name()));
        assertThat(blocking.getStatus().getCode()).isEqualTo(code);
        assertThat(Application.groupOf(blocking)).isEqualTo(group);
        var checked = Caught.exception(
                StatusException.class,
                () -> ClientCalls.blockingV2UnaryCall(channel, METHOD, CallOptions.DEFAULT, code.name()));
        assertThat(Application.groupOf(checked)).isEqualTo(group);
        assertThat(Application.groupOf(ofFuture(code))).isEqualTo(group);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void retriesAreCountedUnderGrpc(Code code) {
        assertThat(Application.causeOf(ofFuture(code))).isEqualTo("grpc");
    }

    @Test
    void anAbsentServerIsTransient() {
        server.shutdownNow();
        var thrown = Caught.exception(
                StatusRuntimeException.class,
                () -> ClientCalls.blockingUnaryCall(channel, METHOD, CallOptions.DEFAULT, "OK"));
        assertThat(thrown.getStatus().getCode()).isEqualTo(Code.UNAVAILABLE);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    private ExecutionException ofFuture(Code code) {
        var response = new CompletableFuture<String>();
        ClientCalls.asyncUnaryCall(channel.newCall(METHOD, CallOptions.DEFAULT), code.name(), completing(response));
        return Caught.exception(ExecutionException.class, response::get);
    }

    private static StreamObserver<String> completing(CompletableFuture<String> response) {
        return new StreamObserver<>() {
            @Override
            public void onNext(String value) {
                response.complete(value);
            }

            @Override
            public void onError(Throwable failure) {
                response.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {}
        };
    }

    private static void fail(String code, StreamObserver<String> response) {
        response.onError(Code.valueOf(code).toStatus().asRuntimeException());
    }

    /** Text on the wire, in place of generated messages. */
    private static final class Text implements MethodDescriptor.Marshaller<String> {

        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
