package io.backoff.http.client;

import feign.FeignException;
import io.backoff.classify.CalleeResponse;
import io.backoff.classify.ResponseExtractor;
import io.backoff.text.CauseChain;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers in the exceptions of OpenFeign. */
final class FeignResponseExtractor implements ResponseExtractor {

    private final ResponseParser parser;

    FeignResponseExtractor(ResponseParser parser) {
        this.parser = parser;
    }

    @Override
    public @Nullable CalleeResponse read(Throwable failure) {
        // A status of 0 or less stands for "no response": an I/O failure, which has no status to judge.
        if (!(failure instanceof FeignException response) || response.status() <= 0 || isShell(response)) {
            return null;
        }
        return parser.of(response.status(), name -> lines(response.responseHeaders(), name), () -> body(response));
    }

    // Around a response with Retry-After, Feign puts an exception that has the status of the response and no more.
    private static boolean isShell(FeignException response) {
        return response.responseHeaders().isEmpty() && CauseChain.of(response) instanceof FeignException;
    }

    private static List<String> lines(Map<String, Collection<String>> headers, String name) {
        for (Map.Entry<String, Collection<String>> each : headers.entrySet()) {
            if (name.equalsIgnoreCase(each.getKey())) {
                return List.copyOf(each.getValue());
            }
        }
        return List.of();
    }

    private static byte[] body(FeignException response) {
        ByteBuffer body = response.responseBody().orElseGet(() -> ByteBuffer.allocate(0));
        byte[] bytes = new byte[Math.min(body.remaining(), ProblemHints.MAX_BYTES)];
        body.duplicate().get(bytes);
        return bytes;
    }
}
