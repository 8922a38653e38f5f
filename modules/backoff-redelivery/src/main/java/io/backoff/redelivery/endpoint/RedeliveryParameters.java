package io.backoff.redelivery.endpoint;

import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.DeadLetterFilter;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.method.RedeliveredMethods;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parses the endpoint's request parameters. Actuator's own conversion is not used, because its errors do not name the
 * parameter.
 */
public record RedeliveryParameters(RedeliveredMethods methods) {

    static final int MOST = 500;
    private static final int USUAL = 100;
    private static final int LAST_PAGE = 10_000;
    private static final int LONGEST = 200;

    DeadLetterFilter filter(
            @Nullable String method, @Nullable String failure, @Nullable String since, @Nullable String until) {
        Instant from = instant("since", since);
        Instant to = instant("until", until);
        if (from != null && to != null && !from.isBefore(to)) {
            throw new InvalidParameter("until", until + "", "a time after 'since'");
        }
        Set<String> keys = method == null ? Set.of() : methods.keys(text("method", method));
        return new DeadLetterFilter(method, keys, failure == null ? null : text("failure", failure), from, to);
    }

    int page(@Nullable String page) {
        return number("page", page, 0, 0, LAST_PAGE);
    }

    int size(@Nullable String size) {
        return number("size", size, USUAL, 1, MOST);
    }

    boolean flag(String name, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidParameter(name, value, "true or false");
        };
    }

    /** Returns the filter of a redrive, which matches all dead letters only if the request has {@code all}. */
    DeadLetterFilter redriven(DeadLetterFilter filter, @Nullable String all) {
        boolean everything = all != null && flag("all", all);
        if (everything && !filter.isEmpty()) {
            throw new InvalidParameter(
                    "all", "true", "only allowed alone: it contradicts 'method', 'failure', 'since' and 'until'");
        }
        if (!everything && filter.isEmpty()) {
            throw new InvalidParameter(
                    "method",
                    "",
                    "required unless 'failure', 'since' or 'until' is set. Send {\"all\": true} to redrive all dead "
                            + "letters");
        }
        return filter;
    }

    /** Returns the keys of a method in this application; for {@code null}, an empty set, which means all methods. */
    Set<String> known(@Nullable String method) {
        return method == null ? Set.of() : keysOfKnown(method);
    }

    private Set<String> keysOfKnown(String method) {
        Set<String> keys = methods.keys(method);
        Set<String> known = methods.all().stream().map(RedeliveredMethod::name).collect(Collectors.toSet());
        if (known.stream().noneMatch(name -> keys.contains(CallId.key(name)))) {
            String names = known.stream().sorted().collect(Collectors.joining(", "));
            throw new InvalidParameter("method", method, "one of " + names + ", or absent for all");
        }
        return keys;
    }

    private static int number(String name, @Nullable String text, int usual, int least, int most) {
        if (text == null) {
            return usual;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException none) {
            // Text that is not a number is rejected below, like a number out of bounds.
        }
        throw new InvalidParameter(name, text, "a whole number from " + least + " to " + most);
    }

    private static @Nullable Instant instant(String name, @Nullable String text) {
        try {
            Instant instant = text == null ? null : Instant.parse(text);
            if (instant == null || instant.getEpochSecond() >= 0 && instant.getEpochSecond() < 9_999_999_999L) {
                return instant;
            }
        } catch (DateTimeException none) {
            // Text that is not an instant is rejected below, like an instant out of bounds.
        }
        throw new InvalidParameter(name, text + "", "an instant in ISO-8601, such as 2026-03-01T12:00:00Z");
    }

    private static String text(String name, String text) {
        if (text.isBlank() || text.length() > LONGEST) {
            throw new InvalidParameter(name, text, "text of 1 to " + LONGEST + " characters");
        }
        return text;
    }
}
