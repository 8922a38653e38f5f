package io.backoff.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads {@code google.rpc.RetryInfo} with Protocol Buffers. */
public final class ProtobufRetryInfo implements RetryInfoReader {

    @Override
    public @Nullable Duration retryDelay(byte[] status) {
        try {
            for (Any detail : Status.parseFrom(status).getDetailsList()) {
                if (detail.is(RetryInfo.class)) {
                    return positive(detail.unpack(RetryInfo.class).getRetryDelay());
                }
            }
            return null;
        } catch (InvalidProtocolBufferException malformed) {
            return null;
        }
    }

    private static @Nullable Duration positive(com.google.protobuf.Duration delay) {
        // Long delays are handled before the conversion, which could overflow.
        if (delay.getSeconds() >= LONGEST.toSeconds()) {
            return LONGEST;
        }
        boolean negative = delay.getSeconds() < 0 || delay.getNanos() < 0;
        Duration converted = negative ? Duration.ZERO : Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
        return converted.isZero() ? null : converted;
    }
}
