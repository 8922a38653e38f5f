package io.backoff.server;

import io.backoff.engine.Nesting;
import io.backoff.engine.TimeSource;
import io.backoff.http.IncomingAttempt;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Determines each request's attempt number from its headers, and counts the requests. */
public final class IncomingRequests {

    private final RequestWindow window;
    private final Nesting nesting;
    private final TimeSource time;
    private final LongAdder malformed = new LongAdder();

    IncomingRequests(RequestWindow window, Nesting nesting, TimeSource time) {
        this.window = window;
        this.nesting = nesting;
        this.time = time;
    }

    /**
     * Records a new HTTP request.
     *
     * @param headers returns the values of a header by name
     * @param trusted whether the caller is trusted; evaluated only if there are attempt headers. A request of an
     *     untrusted caller counts as a first attempt, whatever its headers
     */
    public RequestRetryScope arrived(IncomingAttempt.Headers headers, BooleanSupplier trusted) {
        return arrived(believed(headers, trusted), Protocol.HTTP);
    }

    /**
     * Records a new gRPC call. Its deadline counts even if the caller is not trusted, because the server enforces it.
     *
     * @param headers returns the values of a metadata key
     * @param trusted as for {@link #arrived(IncomingAttempt.Headers, BooleanSupplier)}
     * @param untilDeadline time until the deadline; {@code null} if there is none
     */
    public RequestRetryScope called(
            IncomingAttempt.Headers headers, BooleanSupplier trusted, @Nullable Duration untilDeadline) {
        IncomingAttempt attempt = believed(headers, trusted);
        return arrived(untilDeadline == null ? attempt : attempt.within(untilDeadline), Protocol.GRPC);
    }

    private static IncomingAttempt believed(IncomingAttempt.Headers headers, BooleanSupplier trusted) {
        IncomingAttempt claimed = IncomingAttempt.of(headers);
        return claimed.equals(IncomingAttempt.FIRST) || trusted.getAsBoolean() ? claimed : IncomingAttempt.FIRST;
    }

    private RequestRetryScope arrived(IncomingAttempt attempt, Protocol protocol) {
        malformed.add(attempt.malformed());
        window.arrived(attempt.previous());
        long arrival = time.nanoTime();
        return new RequestRetryScope(attempt, nesting, protocol, () -> Duration.ofNanos(time.nanoTime() - arrival));
    }

    /** The number of malformed headers of trusted callers. */
    long malformed() {
        return malformed.sum();
    }
}
