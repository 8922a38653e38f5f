package io.backoff.http.client;

import io.backoff.classify.CalleeResponse;
import io.backoff.classify.CalleeStatus;
import io.backoff.engine.TimeSource;
import io.backoff.http.PushbackHeader;
import io.backoff.http.RetryAfterHeader;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parses responses into {@link CalleeResponse}s. The first match in this order decides whether and when a retry may
 * follow:
 *
 * <ol>
 *   <li>a negative or malformed {@code Retry-Pushback-Ms}, or problem+json with {@code "retry": "never"}: no retry
 *   <li>{@code Retry-Pushback-Ms}: overloaded, with this retry delay
 *   <li>problem+json with {@code "retry": "after"}: overloaded, with {@code retryAfterMs} as the retry delay; if this
 *       member is absent, the delay comes from the next entry
 *   <li>{@code Retry-After} (seconds or a date) or {@code x-amz-retry-after} (milliseconds): the retry delay; if both
 *       are present, the longer one
 *   <li>the status
 * </ol>
 *
 * <p>Whatever the status, {@code x-amz-retry-after} also marks the response as throttled, and the {@code type} of
 * problem+json may also say that another request with the same idempotency key is in progress.
 *
 * <p>The advice of every callee is followed, but retry delays are capped at one hour. With a typical
 * {@code max-elapsed}, a longer delay would end the call anyway. Without {@code max-elapsed} and without the cap, a
 * hostile callee could stall the call forever.
 */
final class ResponseParser {

    static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);

    private final TimeSource time;
    private final ProblemHints.Reader problems;

    ResponseParser(TimeSource time, ProblemHints.Reader problems) {
        this.time = time;
        this.problems = problems;
    }

    /** Parses a response. Its body is read only if the content type is problem+json. */
    CalleeResponse of(int status, HeaderLines headers, Supplier<byte[]> body) {
        return of(status, headers, isProblem(headers) ? problems.read(body.get()) : ProblemHints.SILENT);
    }

    /** Parses a response whose body has been read. */
    CalleeResponse of(int status, HeaderLines headers, ProblemHints problem) {
        PushbackHeader pushback = pushback(headers);
        Duration amazon = RetryAfterHeader.parseMillis(first(headers, RetryAfterHeader.AMAZON_NAME));
        boolean throttled = amazon != null;
        CalleeStatus known = new CalleeStatus.Http(status);
        if (problem.never() || (pushback != null && pushback.isNever())) {
            return new CalleeResponse(known, true, false, null, throttled, false);
        }
        Duration retryAfter = retryAfter(headers, pushback, problem, amazon);
        boolean overloaded = pushback != null || problem.after();
        return new CalleeResponse(
                known,
                false,
                overloaded,
                retryAfter == null ? null : clamp(retryAfter),
                throttled,
                problem.inProgress());
    }

    private @Nullable Duration retryAfter(
            HeaderLines headers, @Nullable PushbackHeader pushback, ProblemHints problem, @Nullable Duration amazon) {
        Duration specific = pushback != null ? pushback.delay() : problem.retryAfter();
        return specific != null
                ? specific
                : longer(RetryAfterHeader.parse(first(headers, RetryAfterHeader.NAME), time.instant()), amazon);
    }

    private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) < 0 ? other : one;
    }

    private static @Nullable PushbackHeader pushback(HeaderLines headers) {
        List<String> lines = headers.of(PushbackHeader.NAME);
        // If the header occurs several times, its values form a list, which is malformed.
        return lines.size() > 1 ? PushbackHeader.parse("") : PushbackHeader.parse(first(headers, PushbackHeader.NAME));
    }

    private static boolean isProblem(HeaderLines headers) {
        String contentType = first(headers, "Content-Type");
        if (contentType == null) {
            return false;
        }
        int parameters = contentType.indexOf(';');
        String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return type.trim().toLowerCase(Locale.ROOT).equals("application/problem+json");
    }

    private static @Nullable String first(HeaderLines headers, String name) {
        List<String> lines = headers.of(name);
        return lines.isEmpty() ? null : lines.get(0);
    }

    private static Duration clamp(Duration retryAfter) {
        return retryAfter.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : retryAfter;
    }
}
