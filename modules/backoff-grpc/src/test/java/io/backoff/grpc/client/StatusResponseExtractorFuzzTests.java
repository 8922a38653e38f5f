package io.backoff.grpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.RetryInfo;
import io.backoff.classify.CalleeResponse;
import io.backoff.grpc.GrpcKeys;
import io.backoff.grpc.ProtobufRetryInfo;
import io.backoff.grpc.client.FakeShop.Transport;
import io.backoff.test.FakeTime;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No trailers make classification fail, or yield a Retry-After out of bounds. */
class StatusResponseExtractorFuzzTests {

    private static final int INPUTS = 20_000;
    private static final int CALLS = 300;
    private static final String[] PARTS = {"-", "+", "1", "0", "99999", "7000", " ", ",", ".", "e", "x", "\t", "\u0660"
    };

    private final Random random = new Random(20261123);
    private final StatusResponseExtractor extractor = new StatusResponseExtractor(new ProtobufRetryInfo());

    @Test
    void anyTrailersAreAResponse() {
        for (int i = 0; i < INPUTS; i++) {
            CalleeResponse response = extractor.read(failure());
            assertThat(response).isNotNull();
            if (response.retryAfter() != null) {
                assertThat(response.retryAfter()).isBetween(Duration.ZERO, Duration.ofHours(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void callersGetTheExceptionOfTheStub(Transport transport) {
        try (FakeShop shop = FakeShop.start(transport)) {
            ShopClient.of(shop)
                    .withBean(FakeTime.class)
                    .withPropertyValues("backoff.policies.shop.max-elapsed=0")
                    .run(application -> {
                        for (int i = 0; i < CALLS; i++) {
                            shop.reset();
                            shop.failNext(3, failure());
                            var thrown = catchThrowableOfType(
                                    StatusRuntimeException.class,
                                    () -> ShopClient.orders(application).blocking("tea"));
                            assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                            assertThat(shop.calls).hasSizeBetween(1, 3);
                        }
                    });
        }
    }

    private StatusRuntimeException failure() {
        Metadata trailers = new Metadata();
        for (int i = random.nextInt(3); i > 0; i--) {
            trailers.put(GrpcKeys.PUSHBACK, text());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            trailers.put(GrpcKeys.DETAILS, details());
        }
        return Status.UNAVAILABLE.asRuntimeException(trailers);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return text.toString();
    }

    private byte[] details() {
        byte[] bytes = random.nextBoolean() ? valid() : new byte[random.nextInt(40)];
        if (random.nextInt(4) > 0) {
            for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
        }
        return bytes;
    }

    private byte[] valid() {
        var delay = com.google.protobuf.Duration.newBuilder()
                .setSeconds(random.nextBoolean() ? random.nextLong() : random.nextInt(10))
                .setNanos(random.nextInt());
        Any info = Any.pack(RetryInfo.newBuilder().setRetryDelay(delay).build());
        Any broken = info.toBuilder()
                .setValue(ByteString.copyFrom(new byte[] {(byte) random.nextInt()}))
                .build();
        return com.google.rpc.Status.newBuilder()
                .addDetails(random.nextInt(4) > 0 ? info : broken)
                .build()
                .toByteArray();
    }
}
