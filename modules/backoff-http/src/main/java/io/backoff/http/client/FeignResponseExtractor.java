package io.backoff.http.client;

import feign.FeignException;
import io.backoff.classify.CalleeResponse;
import io.backoff.classify.ResponseExtractor;
import io.backoff.text.CauseChain;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Extracts responses from exceptions of OpenFeign. */
final class FeignResponseExtractor implements ResponseExtractor {

    private static final List<String> PARSERS = List.of(
            "com.fasterxml.jackson.",
            "tools.jackson.",
            "com.google.gson.",
            "com.google.protobuf.",
            "com.squareup.moshi.");

    /** How Jackson 3 wraps an I/O failure. */
    private static final String WRAPPER = "tools.jackson.core.exc.JacksonIOException";

    /** How parsers report the end of a body that breaks off, if the HTTP client does not. */
    private static final Set<String> ENDS = Set.of(
            "com.fasterxml.jackson.core.io.JsonEOFException", "tools.jackson.core.exc.UnexpectedEndOfInputException");

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
        return status > 0
                && (status / 100 != 2
                        || !CauseChain.any(response, FeignResponseExtractor::isEnd)
                                && !Boolean.TRUE.equals(CauseChain.first(response, FeignResponseExtractor::isBreak)));
    }

    private static boolean isEnd(Throwable cause) {
        return ENDS.contains(cause.getClass().getName());
    }

    /**
     * Whether a cause is an I/O failure; {@code null} if the causes below it decide. A parser's exception is none,
     * whatever its causes: a complete body may name an invalid URL.
     */
    private static @Nullable Boolean isBreak(Throwable cause) {
        String type = cause.getClass().getName();
        if (!type.equals(WRAPPER) && PARSERS.stream().anyMatch(type::startsWith)) {
            return false;
        }
        return cause instanceof IOException
                ? !(cause instanceof CharacterCodingException
                        || cause instanceof CharConversionException
                        || cause instanceof ZipException)
                : null;
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
