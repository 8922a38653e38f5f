package io.backoff.http.server;

import io.backoff.engine.Nesting;
import io.backoff.http.IncomingAttempt;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what requests say of their attempts, and counts it. */
final class IncomingRequests {

    private final RequestWindow window;
    private final Nesting nesting;
    private final LongAdder malformed = new LongAdder();

    IncomingRequests(RequestWindow window, Nesting nesting) {
        this.window = window;
        this.nesting = nesting;
    }

    /**
     * Begins a request.
     *
     * @param headers gives the values of a header by name
     * @param trusted whether the caller is trusted; asked only if there is something to trust in. The request of
     *     another is counted as a first attempt, whatever it says
     */
    RequestRetryScope arrived(Function<String, @Nullable List<String>> headers, BooleanSupplier trusted) {
        IncomingAttempt said = IncomingAttempt.of(headers);
        IncomingAttempt attempt =
                said.equals(IncomingAttempt.FIRST) || trusted.getAsBoolean() ? said : IncomingAttempt.FIRST;
        malformed.add(attempt.malformed());
        window.arrived(attempt.previous());
        return new RequestRetryScope(attempt, nesting);
    }

    /** Headers of trusted callers that could not be read. */
    long malformed() {
        return malformed.sum();
    }
}
