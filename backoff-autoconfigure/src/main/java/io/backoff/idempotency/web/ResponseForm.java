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
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/**
 * Answers with status and headers. Those that say that the server was at fault, or ask the client to come again, are not
 * kept: the next request runs.
 */
final class ResponseForm implements ResultSerializer {

    /** Makes forms for methods that return a {@link ResponseEntity}. */
    static final Factory FACTORY =
            (type, codec) -> type.resolve() == ResponseEntity.class ? new ResponseForm(type.getGeneric(), codec) : null;

    // Request Timeout, Too Early, Too Many Requests.
    private static final Set<Integer> COME_AGAIN = Set.of(408, 425, 429);
    private static final int SERVER_AT_FAULT = 500;

    /** Headers that belong to one answer, and not to what it says. */
    private static final Set<String> OF_ONE_ANSWER = Set.of(
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

    private ResponseForm(ResolvableType body, JsonCodec codec) {
        Class<?> resolved = body.resolve();
        this.bodyless = resolved == Void.class;
        this.body = body.getType();
        this.codec = codec;
        if (resolved == null || resolved == Object.class) {
            throw new IllegalArgumentException("ResponseEntity does not say what body to read");
        }
        if (!bodyless) {
            codec.check(this.body);
        }
    }

    @Override
    public @Nullable StoredOutcome store(@Nullable Object result) {
        if (!(result instanceof ResponseEntity<?> response)) {
            return null;
        }
        int status = response.getStatusCode().value();
        if (status >= SERVER_AT_FAULT || COME_AGAIN.contains(status)) {
            return null;
        }
        Object content = response.getBody();
        Stored stored = new Stored(
                status,
                headers(response.getHeaders()),
                content == null || bodyless ? null : codec.write(content, body));
        return StoredOutcome.returned(codec.write(stored, Stored.class));
    }

    private static Map<String, List<String>> headers(HttpHeaders headers) {
        Map<String, List<String>> kept = new TreeMap<>();
        headers.forEach((name, values) -> {
            if (!OF_ONE_ANSWER.contains(name.toLowerCase(Locale.ROOT))) {
                kept.put(name, values);
            }
        });
        return kept;
    }

    @Override
    public Object restore(StoredOutcome outcome) {
        Object read = outcome.content() == null ? null : codec.read(outcome.content(), Stored.class);
        if (!(read instanceof Stored stored)) {
            throw new IllegalArgumentException("There is no answer");
        }
        String content = stored.body();
        return ResponseEntity.status(stored.status())
                .headers(all -> stored.headers().forEach(all::addAll))
                .body(content == null ? null : codec.read(content, body));
    }

    /**
     * An answer.
     *
     * @param status its status
     * @param headers its headers
     * @param body JSON of what it holds; {@code null} for nothing
     */
    record Stored(
            int status,
            Map<String, List<String>> headers,
            @Nullable String body) {}
}
