package io.backoff.idempotency.web;

import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.result.JsonCodec;
import io.backoff.idempotency.result.ResultSerializer;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/**
 * Stores responses with their status and headers. Server errors and responses that ask for a retry are not stored, so
 * the next request executes the operation again.
 */
final class ResponseForm implements ResultSerializer {

    // These statuses ask for a retry: Request Timeout, Too Early, Too Many Requests.
    private static final Set<Integer> RETRYABLE = Set.of(408, 425, 429);
    private static final int FIRST_SERVER_ERROR = 500;
    private static final int OK = 200;

    /** Headers that describe one transmission of a response, not its content. */
    private static final Set<String> OF_ONE_RESPONSE = Set.of(
            "connection",
            "content-length",
            "date",
            "keep-alive",
            "retry-after",
            "retry-pushback-ms",
            "set-cookie",
            "trailer",
            "transfer-encoding",
            "x-envoy-ratelimited");

    private final Type body;
    private final boolean bodyless;
    private final JsonCodec codec;
    private final IntSupplier current;

    private ResponseForm(ResolvableType body, JsonCodec codec, IntSupplier current) {
        Class<?> resolved = body.resolve();
        this.bodyless = resolved == Void.class;
        this.body = body.getType();
        this.codec = codec;
        this.current = current;
        if (resolved == null || resolved == Object.class) {
            throw new IllegalArgumentException("the type of the body of ResponseEntity is unknown");
        }
        if (!bodyless) {
            codec.check(this.body);
        }
    }

    /**
     * Returns a factory of serializers for methods that return a {@link ResponseEntity}.
     *
     * @param current returns the status of the current request's response, which the method may have set itself
     */
    static Factory factory(IntSupplier current) {
        return (type, codec) ->
                type.resolve() == ResponseEntity.class ? new ResponseForm(type.getGeneric(), codec, current) : null;
    }

    @Override
    public @Nullable StoredOutcome store(@Nullable Object result) {
        if (!(result instanceof ResponseEntity<?> response)) {
            return ofNothing(current.getAsInt());
        }
        return isKept(response.getStatusCode().value())
                ? StoredOutcome.returned(codec.write(stored(response), Stored.class))
                : null;
    }

    /**
     * Returns the outcome of a method that has returned {@code null} or an empty {@code Mono}; {@code null} to store
     * none. If the method has made a response itself, for example with {@code sendError}, that response cannot be
     * repeated. Otherwise, Spring sends an empty response.
     */
    private static @Nullable StoredOutcome ofNothing(int status) {
        if (status == OK) {
            return StoredOutcome.NOTHING;
        }
        return isKept(status) ? StoredOutcome.UNKEPT : null;
    }

    private static boolean isKept(int status) {
        return status < FIRST_SERVER_ERROR && !RETRYABLE.contains(status);
    }

    private Stored stored(ResponseEntity<?> response) {
        Object content = response.getBody();
        return new Stored(
                response.getStatusCode().value(),
                headers(response.getHeaders()),
                content == null || bodyless ? null : codec.write(content, body));
    }

    private static Map<String, List<String>> headers(HttpHeaders headers) {
        Map<String, List<String>> kept = new TreeMap<>();
        headers.forEach((name, values) -> {
            if (!OF_ONE_RESPONSE.contains(name.toLowerCase(Locale.ROOT))) {
                kept.put(name, values);
            }
        });
        return kept;
    }

    @Override
    public @Nullable Object restore(StoredOutcome outcome) {
        String response = outcome.content();
        if (response == null) {
            return null;
        }
        if (!(codec.read(response, Stored.class) instanceof Stored stored)) {
            throw new IllegalArgumentException("There is no response");
        }
        String content = stored.body();
        return ResponseEntity.status(stored.status())
                .headers(all -> stored.headers().forEach(all::addAll))
                .body(content == null ? null : codec.read(content, body));
    }

    /**
     * The stored form of a response.
     *
     * @param status the status of the response
     * @param headers the stored headers
     * @param body the body as JSON; {@code null} if there is none
     */
    record Stored(
            int status,
            Map<String, List<String>> headers,
            @Nullable String body) {}
}
