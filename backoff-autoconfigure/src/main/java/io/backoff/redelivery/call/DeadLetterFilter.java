package io.backoff.redelivery.call;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells some dead letters from others. Those fit that fit all of it.
 *
 * @param method as somebody has written it; {@code null} for any
 * @param keys of the methods that this is; empty for any
 * @param failure part of what the last attempt came to, class name included, in any case; {@code null} for any
 * @param since the first moment at which they became dead letters; {@code null} for any
 * @param until the moment before which they did; {@code null} for any
 */
public record DeadLetterFilter(
        @Nullable String method,
        Set<String> keys,
        @Nullable String failure,
        @Nullable Instant since,
        @Nullable Instant until) {

    /** All of them. */
    public static final DeadLetterFilter ALL = new DeadLetterFilter(null, Set.of(), null, null, null);

    /** Those that are older than some time. */
    public static DeadLetterFilter before(Instant until) {
        return new DeadLetterFilter(null, Set.of(), null, null, until);
    }

    /** Whether all fit. */
    public boolean isEmpty() {
        return equals(ALL);
    }

    boolean fits(StoredCall call) {
        if (failure == null) {
            return true;
        }
        String text = call.attempts().failure();
        return text != null && text.toLowerCase(Locale.ROOT).contains(failure.toLowerCase(Locale.ROOT));
    }

    /** What it asks for, as it was written. */
    public Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        put(shown, "method", method);
        put(shown, "failure", failure);
        put(shown, "since", since);
        put(shown, "until", until);
        return shown;
    }

    private static void put(Map<String, String> shown, String name, @Nullable Object value) {
        if (value != null) {
            shown.put(name, value.toString());
        }
    }
}
