package io.backoff.redelivery.call;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A filter of dead letters. A dead letter matches if it matches all criteria.
 *
 * @param method method name as in the request; {@code null} for any
 * @param keys keys of the methods with that name; empty for any
 * @param failure text to find, ignoring case, in the class name and message of the last failure; {@code null} for any
 * @param since earliest time at which a call became a dead letter, inclusive; {@code null} for any
 * @param until latest time at which a call became a dead letter, exclusive; {@code null} for any
 */
public record DeadLetterFilter(
        @Nullable String method,
        Set<String> keys,
        @Nullable String failure,
        @Nullable Instant since,
        @Nullable Instant until) {

    /** Matches all dead letters. */
    public static final DeadLetterFilter ALL = new DeadLetterFilter(null, Set.of(), null, null, null);

    /** Creates a filter of calls that became dead letters before a time. */
    public static DeadLetterFilter before(Instant until) {
        return new DeadLetterFilter(null, Set.of(), null, null, until);
    }

    /** Whether all dead letters match. */
    public boolean isEmpty() {
        return equals(ALL);
    }

    boolean matches(StoredCall call) {
        if (failure == null) {
            return true;
        }
        String text = call.attempts().failure();
        return text != null && text.toLowerCase(Locale.ROOT).contains(failure.toLowerCase(Locale.ROOT));
    }

    /** Returns the criteria as text, for logs and audit events. */
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
