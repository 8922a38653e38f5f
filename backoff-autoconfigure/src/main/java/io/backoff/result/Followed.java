package io.backoff.result;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Receives the outcome of a call or an attempt. Exactly one of the three outcomes is reported, once. */
public interface Followed {

    /** Reports the value. An exception from this method replaces the value. */
    void returned(@Nullable Object value);

    /**
     * Reports the failure exactly as the result signals it: the failure of a future may be wrapped, for example in a
     * {@code CompletionException}.
     */
    void failed(Throwable failure);

    /** Reports that the subscriber has cancelled a lazy result. A cancelled future reports a failure instead. */
    default void cancelled() {}

    /** Whether reports may block, for example on a database. If so, they do not run on threads that must not block. */
    default boolean blocks() {
        return false;
    }

    /** Runs a report, on another thread if the report may block. The caller receives the outcome afterwards. */
    default void execute(Runnable report) {
        report.run();
    }

    /**
     * The attempt whose outcome is reported, and whose scope and time limit apply to the result; {@code null} if the
     * outcome of a whole call is reported.
     */
    default @Nullable Call attempt() {
        return null;
    }

    /** The scope in which the subscriber of a lazy result receives all signals; {@code null} for none. */
    default @Nullable RetryScope outside() {
        return null;
    }

    /** Values that a lazy result finds in its context in addition to the subscriber's values. */
    default Map<Object, Object> carried() {
        return Map.of();
    }
}
