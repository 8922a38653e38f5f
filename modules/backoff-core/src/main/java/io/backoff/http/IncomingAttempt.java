package io.backoff.http;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The number of previous attempts of a request and the remaining time of its caller, read from the request headers. The
 * number is the largest one in {@code Retry-Attempt}, {@code grpc-previous-rpc-attempts}, {@code x-envoy-attempt-count}
 * and {@code amz-sdk-request}. The remaining time is the shortest one in {@code Retry-Attempt}, {@code grpc-timeout}
 * and {@code x-envoy-expected-rq-timeout-ms}.
 *
 * <pre>{@code
 * IncomingAttempt attempt = IncomingAttempt.of(name -> Collections.list(request.getHeaders(name)));
 * if (attempt.isExpired()) { ... }   // the caller has stopped waiting
 * }</pre>
 *
 * @param previous attempts before this one, 0 to 15
 * @param ttl the caller's remaining time in milliseconds; empty if unknown. A time of 5 minutes or more in
 *     {@code Retry-Attempt} counts as unknown
 * @param malformed number of headers that are present but cannot be parsed
 * @since 0.1.0
 */
public record IncomingAttempt(int previous, OptionalLong ttl, int malformed) {

    /** The attempt of a request that has none of the headers. */
    public static final IncomingAttempt FIRST = new IncomingAttempt(0, OptionalLong.empty(), 0);

    private static final int MAX_LENGTH = 64;
    private static final Pattern GRPC_TIMEOUT = Pattern.compile("(\\d{1,8})([HMSmun])");

    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Pattern AMAZON_ATTEMPT = Pattern.compile("(?:^|;)\\s*attempt=(\\d{1,15})\\s*(?:;|$)");

    /**
     * Reads the attempt of a request.
     *
     * @param headers looks up headers by name
     * @return the attempt; {@link #FIRST} if the request has none of the headers
     */
    public static IncomingAttempt of(Headers headers) {
        return FIRST.withOwn(headers.get(RetryAttemptHeader.NAME))
                .with(headers.get("grpc-previous-rpc-attempts"), 0)
                .with(headers.get("x-envoy-attempt-count"), 1)
                .withAmazon(headers.get("amz-sdk-request"))
                .within(headers.get("grpc-timeout"), IncomingAttempt::grpcMillis)
                .within(headers.get("x-envoy-expected-rq-timeout-ms"), RetryAttemptHeader::number);
    }

    /**
     * {@return this attempt with the caller's remaining time limited to {@code time}}
     *
     * @param time an upper bound of the caller's remaining time; zero or less if the caller has stopped waiting
     */
    public IncomingAttempt within(Duration time) {
        if (time.isNegative() || time.isZero()) {
            return atMost(0);
        }
        return time.compareTo(LONGEST) > 0 ? this : atMost(millis(TimeUnit.NANOSECONDS, time.toNanos()));
    }

    /** {@return whether this is a second or later attempt} */
    public boolean isRetry() {
        return previous > 0;
    }

    /** {@return whether the caller has stopped waiting} */
    public boolean isExpired() {
        return ttl.isPresent() && ttl.getAsLong() == 0;
    }

    private IncomingAttempt withOwn(@Nullable List<String> values) {
        if (values == null || values.isEmpty()) {
            return this;
        }
        RetryAttemptHeader header = values.size() == 1 ? RetryAttemptHeader.parse(values.get(0)) : null;
        return header == null
                ? withMalformed()
                : new IncomingAttempt(header.previous(), bounded(header.ttl()), malformed);
    }

    // RetryAttemptHeader shortens times of more than 5 minutes to 5 minutes, so 5 minutes may actually be hours.
    private static OptionalLong bounded(OptionalLong ttl) {
        return ttl.orElse(0) < RetryAttemptHeader.MAX_TTL ? ttl : OptionalLong.empty();
    }

    private IncomingAttempt with(@Nullable List<String> values, int first) {
        if (values == null || values.isEmpty()) {
            return this;
        }
        OptionalLong number = values.size() == 1 && values.get(0).length() <= MAX_LENGTH
                ? RetryAttemptHeader.number(values.get(0).trim())
                : OptionalLong.empty();
        return number.isEmpty() ? withMalformed() : atLeast(number.getAsLong() - first);
    }

    private IncomingAttempt withAmazon(@Nullable List<String> values) {
        if (values == null || values.isEmpty()) {
            return this;
        }
        String only = values.size() == 1 ? values.get(0) : "";
        String value = only.length() <= MAX_LENGTH && !RetryAttemptHeader.isList(only) ? only : "";
        Matcher attempt = AMAZON_ATTEMPT.matcher(value);
        return attempt.find() ? atLeast(Long.parseLong(attempt.group(1)) - 1) : withMalformed();
    }

    private IncomingAttempt within(@Nullable List<String> values, Function<String, OptionalLong> reader) {
        if (values == null || values.isEmpty()) {
            return this;
        }
        OptionalLong millis = values.size() == 1 ? reader.apply(values.get(0).trim()) : OptionalLong.empty();
        return millis.isEmpty() ? withMalformed() : atMost(millis.getAsLong());
    }

    private IncomingAttempt atMost(long millis) {
        return new IncomingAttempt(previous, OptionalLong.of(Math.min(ttl.orElse(millis), millis)), malformed);
    }

    private static OptionalLong grpcMillis(String value) {
        Matcher timeout = GRPC_TIMEOUT.matcher(value);
        return timeout.matches()
                ? OptionalLong.of(millis(unit(timeout.group(2)), Long.parseLong(timeout.group(1))))
                : OptionalLong.empty();
    }

    // Times are rounded up, so that half a millisecond does not become zero.
    private static long millis(TimeUnit unit, long value) {
        long millis = unit.toMillis(value);
        return unit.convert(millis, TimeUnit.MILLISECONDS) < value ? millis + 1 : millis;
    }

    private static TimeUnit unit(String letter) {
        return switch (letter) {
            case "H" -> TimeUnit.HOURS;
            case "M" -> TimeUnit.MINUTES;
            case "S" -> TimeUnit.SECONDS;
            case "m" -> TimeUnit.MILLISECONDS;
            case "u" -> TimeUnit.MICROSECONDS;
            default -> TimeUnit.NANOSECONDS;
        };
    }

    private IncomingAttempt atLeast(long count) {
        int clamped = (int) Math.max(0, Math.min(count, RetryAttemptHeader.MOST));
        return new IncomingAttempt(Math.max(previous, clamped), ttl, malformed);
    }

    private IncomingAttempt withMalformed() {
        return new IncomingAttempt(previous, ttl, malformed + 1);
    }

    /** The headers of a request. */
    @FunctionalInterface
    public interface Headers {

        /**
         * {@return the values of a header; empty or {@code null} if the request does not have it}
         *
         * @param name the case-insensitive name of the header
         */
        @Nullable
        List<String> get(String name);
    }
}
