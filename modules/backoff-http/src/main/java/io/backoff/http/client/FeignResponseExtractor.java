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

/** Extracts responses from exceptions of OpenFeign. */
final class FeignResponseExtractor implements ResponseExtractor {

    private final ResponseParser parser;

    FeignResponseExtractor(ResponseParser parser) {
        this.parser = parser;
    }

    @Override
    public @Nullable CalleeResponse read(Throwable failure) {
        if (!(failure instanceof FeignException response) || !isResponse(response) || isWrapper(response)) {
            return null;
        }
        return parser.of(response.status(), name -> lines(response.responseHeaders(), name), () -> body(response));
    }

    // A status of 0 or less means an I/O failure without a response. A successful status means the same if the body
    // broke off while it was read.
    private static boolean isResponse(FeignException response) {
        int status = response.status();
        return status > 0 && !(status / 100 == 2 && BrokenBody.isCauseOf(response));
    }

    // If a response has a Retry-After header, Feign wraps its exception in another one, which has only the status.
    private static boolean isWrapper(FeignException response) {
        return response.responseHeaders().isEmpty() && CauseChain.of(response) instanceof FeignException;
    }

    private static List<String> lines(Map<String, Collection<String>> headers, String name) {
        for (Map.Entry<String, Collection<String>> header : headers.entrySet()) {
            if (name.equalsIgnoreCase(header.getKey())) {
                return List.copyOf(header.getValue());
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
