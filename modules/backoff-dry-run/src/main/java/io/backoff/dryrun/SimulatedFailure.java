package io.backoff.dryrun;

import io.backoff.classify.Verdict;
import io.backoff.classify.Verdict.Kind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The failure of a simulated attempt. It has no stack trace and carries its own verdict. */
final class SimulatedFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    // A simulated call keeps its latest failures in memory until it ends. To save memory, attempts without a
    // Retry-After delay share one failure per result.
    private static final Map<AttemptResult, SimulatedFailure> WITHOUT_RETRY_AFTER = withoutRetryAfter();

    private final transient Verdict verdict;

    private SimulatedFailure(Verdict verdict) {
        super(null, null, false, false);
        this.verdict = verdict;
    }

    private static Map<AttemptResult, SimulatedFailure> withoutRetryAfter() {
        Map<AttemptResult, SimulatedFailure> failures = new EnumMap<>(AttemptResult.class);
        for (AttemptResult result : AttemptResult.values()) {
            failures.put(result, create(result, null));
        }
        return failures;
    }

    static SimulatedFailure of(AttemptResult result, @Nullable Duration retryAfter) {
        SimulatedFailure shared = retryAfter == null ? WITHOUT_RETRY_AFTER.get(result) : null;
        return shared != null ? shared : create(result, retryAfter);
    }

    private static SimulatedFailure create(AttemptResult result, @Nullable Duration retryAfter) {
        return new SimulatedFailure(
                switch (result) {
                    case WAITING -> Verdict.waiting(retryAfter);
                    case OVERLOADED -> Verdict.overloaded();
                    case ABORTED -> Verdict.abort();
                    default ->
                        result.cause() == null
                                ? Verdict.notRetryable()
                                : Verdict.retryAfter(result.cause(), retryAfter);
                });
    }

    /** The verdict on this failure; it has a Retry-After delay only if the policy honors such delays. */
    Verdict verdict(boolean honorRetryAfter) {
        return honorRetryAfter || verdict.kind() != Kind.RETRY || verdict.retryAfter() == null
                ? verdict
                : new Verdict(verdict.kind(), verdict.cause(), null, verdict.free(), verdict.excluded());
    }
}
