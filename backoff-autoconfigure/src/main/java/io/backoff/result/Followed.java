package io.backoff.result;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call, or one of its attempts, that is followed to its outcome. One of the three outcomes is reported, once. */
public interface Followed {

    /** Reports the value. What this throws replaces the value. */
    void returned(@Nullable Object value);

    /** Reports the failure, as the result signals it: that of a future may be wrapped. */
    void failed(Throwable failure);

    /** Reports that the subscriber of a lazy result has cancelled it. A future that is cancelled fails. */
    default void cancelled() {}

    /** Whether reports may block on something outside this process. Threads that must not block do not wait. */
    default boolean blocks() {
        return false;
    }

    /** Runs a report, on another thread if the report may block. The caller gets the outcome after it. */
    default void execute(Runnable report) {
        report.run();
    }

    /** The attempt that is followed: the result begins in its scope, and ends at its limit; {@code null} for a call. */
    default @Nullable Call attempt() {
        return null;
    }

    /** The scope of the subscriber of a lazy result, in which it gets all signals; {@code null} for none. */
    default @Nullable RetryScope outside() {
        return null;
    }

    /** What a lazy result finds with its caller, besides what the subscriber carries. */
    default Map<Object, Object> carried() {
        return Map.of();
    }
}
